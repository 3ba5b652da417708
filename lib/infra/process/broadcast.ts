import { RedisBroadcast } from "./redis-broadcast";
import { env } from "@/lib/infra/environment/env";
import { supervisor } from "./supervisor";

/** Notifies other processes of the deployment at once, without a delivery guarantee. */
export interface Broadcast {
  /** Whether every process of the deployment receives what any other sends, as far as this one knows. */
  readonly reachesAll: boolean;
  send(message: unknown): void;
}

export interface BroadcastListeners {
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
