import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Broadcast, BroadcastListeners } from "./broadcast";
import { OutageLog } from "@/lib/infra/log/outage-log";
import { openRedis } from "@/lib/infra/redis";

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
