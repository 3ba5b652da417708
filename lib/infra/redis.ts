import { Redis, type RedisOptions } from "ioredis";
import { parseSentinelAddress } from "@/lib/infra/environment/sentinel-address";

/** Bounds the wait for a machine that may be lost, because the sentinels are asked again only after it. */
const CONNECT_TIMEOUT_MS = 2000;
/** The client logs each attempt to reach a sentinel that is down. Meanwhile, the other sentinels answer. */
const SENTINEL_RETRY_MS = 60_000;
/** Makes the client reconnect and repeat the command. */
const RECONNECT_AND_REPEAT = 2;

/** Connects to a deployment's Redis: the server at the address, or the master that its sentinels name. */
export function openRedis(url: string, options: RedisOptions): Redis {
  const address = parseSentinelAddress(url);
  if (!address) return new Redis(url, options);
  const { usesTls, ...master } = address;
  return new Redis({
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...options,
    ...master,
    ...(usesTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: options.retryStrategy ?? undefined,
    // Disconnects from a replaced master whose connection is still open because its machine is frozen or unreachable.
    failoverDetector: true,
    sentinelReconnectStrategy: () => SENTINEL_RETRY_MS,
    // READONLY: the master became a replica while the connection stayed open.
    reconnectOnError: ({ message }) => (message.startsWith("READONLY") ? RECONNECT_AND_REPEAT : false),
  });
}
