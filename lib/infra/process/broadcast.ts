import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { env } from "@/lib/infra/environment/env";
import { OutageLog } from "@/lib/infra/log/log";
import { openRedis } from "@/lib/infra/redis";
import { supervisor } from "./supervisor";

/** Notifies other processes of the deployment at once, without a delivery guarantee. */
interface Broadcast {
  /** Whether every process of the deployment receives what any other sends, as far as this one knows. */
  readonly reachesAll: boolean;
  send(message: unknown): void;
}

interface BroadcastListeners {
  onMessage(message: unknown): void;
  /** Called on every connect and reconnect. Messages sent in between were lost. */
  onConnect(): void;
}

/** Opens a channel through Redis or, without it, to the other workers of this machine; undefined if there are none. */
export function openBroadcast(channel: string, listeners: BroadcastListeners): Broadcast | undefined {
  const { redisUrl } = env();
  if (redisUrl !== undefined) return new RedisBroadcast(redisUrl, channel, listeners);
  const workers = supervisor();
  workers?.subscribe(channel, (message) => listeners.onMessage(message));
  return workers && { reachesAll: false, send: (message) => workers.publish(channel, message) };
}

/** Reaches all processes of the deployment that use the same Redis. */
export class RedisBroadcast implements Broadcast {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly sender = randomBytes(8).toString("hex");
  private readonly outage = new OutageLog("broadcast");

  constructor(
    url: string,
    private readonly channel: string,
    { onMessage, onConnect }: BroadcastListeners,
  ) {
    const retryStrategy = (attempt: number) => Math.min(attempt * 100, 2000);
    this.publisher = openRedis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, retryStrategy });
    this.subscriber = openRedis(url, { autoResubscribe: false, retryStrategy });
    // Each failed connection attempt emits "error", which would end the process if unhandled.
    this.publisher.on("error", (error) => this.outage.failed(error));
    this.subscriber.on("error", (error) => this.outage.failed(error));
    this.subscriber.on("ready", () => {
      this.subscriber.subscribe(channel).then(
        () => {
          this.outage.succeeded();
          onConnect();
        },
        () => undefined,
      );
    });
    this.subscriber.on("message", (_channel, text: string) => {
      const { sender, message } = JSON.parse(text) as { sender: string; message: unknown };
      if (sender !== this.sender) onMessage(message);
    });
  }

  get reachesAll(): boolean {
    return this.subscriber.status === "ready";
  }

  send(message: unknown): void {
    this.publisher.publish(this.channel, JSON.stringify({ sender: this.sender, message })).catch(() => undefined);
  }

  close(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
