import { Redis, type RedisOptions } from "ioredis";
import { parseSentinelAddress } from "@/lib/infra/environment/sentinel-address";

/** Bounds each wait for a machine that may be lost or frozen, because the next sentinel is asked only after it. */
const TIMEOUT_MS = 2000;
/** The client logs each attempt to reach a sentinel that is down. Meanwhile, the other sentinels answer. */
const SENTINEL_RETRY_MS = 60_000;
/** Makes the client reconnect and repeat the command. */
const RECONNECT_AND_REPEAT = 2;

type Options = Omit<RedisOptions, "replyMapping">;

/** Connects to a deployment's Redis: the server at the address, or the master that its sentinels name. */
export function openRedis(url: string, options: Options): Redis {
  const address = parseSentinelAddress(url);
  if (!address) return new Redis(url, options);
  const { usesTls, ...master } = address;
  return new SentinelRedis({
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    sentinelCommandTimeout: TIMEOUT_MS,
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

/** Stays open until it is closed: ioredis ends a client that asks a sentinel while another announces a failover. */
class SentinelRedis extends Redis {
  constructor(options: Options) {
    super(options);
    this.on("end", () => {
      if (!this.isClosed) this.connect().catch(() => undefined);
    });
  }

  private isClosed = false;

  override disconnect(reconnect = false): void {
    this.isClosed ||= !reconnect;
    super.disconnect(reconnect);
  }
}
