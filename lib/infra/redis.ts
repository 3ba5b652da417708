import { Redis, type RedisOptions } from "ioredis";
import { parseSentinelAddress } from "@/lib/infra/environment/sentinel-address";

/** How long to wait for a machine that may be lost: longer, and nobody would ask the sentinels again meanwhile. */
const CONNECT_TIMEOUT_MS = 2000;
/** Each attempt at a sentinel that is away is a line of the client's own in the log. The others tell meanwhile. */
const SENTINEL_RETRY_MS = 60_000;
/** Connects anew, and repeats the command. */
const RECONNECT_AND_REPEAT = 2;

/** Connects to a deployment's Redis: the one at the address, or whichever its sentinels take for the master. */
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
    // Leaves a master that was replaced while its connection stays open: its machine is frozen, or out of reach.
    failoverDetector: true,
    sentinelReconnectStrategy: () => SENTINEL_RETRY_MS,
    // A former master that has become a replica while the connection stayed open.
    reconnectOnError: ({ message }) => (message.startsWith("READONLY") ? RECONNECT_AND_REPEAT : false),
  });
}
