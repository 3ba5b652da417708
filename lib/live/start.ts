import { type LiveNotification, setLiveNotify } from "@/lib/domain/live/notify";
import type { TopicKinds } from "@/lib/domain/live/topics";
import { Broadcast } from "@/lib/infra/broadcast";
import { env } from "@/lib/infra/env";
import { outsideRequest } from "@/lib/infra/request-scope";
import { onShutdown } from "@/lib/infra/shutdown";
import { LiveHub } from "./hub";
import { TOPIC_KINDS } from "./kinds";

const CHANNEL = "pegboard.live";

// Next bundles instrumentation and routes separately, and both must share this state.
const shared = globalThis as typeof globalThis & { pegboardLive?: { hub: LiveHub; broadcast?: Broadcast } };

/** Returns this process's hub. */
export function liveHub(): LiveHub {
  return (shared.pegboardLive ??= open(TOPIC_KINDS)).hub;
}

/** Connects publishing to this process's streams and, through Redis, to those of other processes. */
export function startLive(kinds: TopicKinds = TOPIC_KINDS): LiveHub {
  const { hub, broadcast } = (shared.pegboardLive ??= open(kinds));
  setLiveNotify((notification) => {
    outsideRequest(() => hub.notify(notification));
    broadcast?.send(notification);
  });
  // Servers wait for open connections before they stop.
  onShutdown(() => hub.close());
  return hub;
}

function open(kinds: TopicKinds) {
  const { redisUrl } = env();
  const hub: LiveHub = new LiveHub(kinds, () => broadcast?.isConnected ?? false);
  const broadcast =
    redisUrl === undefined
      ? undefined
      : new Broadcast(redisUrl, CHANNEL, {
          onMessage: (message) => hub.notify(message as LiveNotification),
          onConnect: () => hub.notifyAll(),
        });
  return { hub, broadcast };
}
