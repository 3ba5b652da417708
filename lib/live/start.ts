import { type LiveNotification, setLiveNotify } from "@/lib/domain/consequences/live/events";
import type { TopicKinds } from "@/lib/domain/consequences/live/topics";
import { accountTopics } from "@/lib/domain/consequences/notifications/queries";
import { roomTopics } from "@/lib/domain/play/rooms/presence";
import { outsideRequest } from "@/lib/infra/log/tracing";
import { openBroadcast } from "@/lib/infra/process/broadcast";
import { processWide } from "@/lib/infra/process/process-wide";
import { onShutdown } from "@/lib/infra/process/shutdown";
import { LiveHub } from "./hub";

const CHANNEL = "pegboard.live";

const live = processWide("live", open);

export const liveHub = (): LiveHub => live().hub;

/** Connects publishing to this process's streams and, through a broadcast, to those of other processes. */
export function startLive(): LiveHub {
  const { hub, broadcast } = live();
  setLiveNotify((notification) => {
    outsideRequest(() => hub.notify(notification));
    broadcast?.send(notification);
  });
  // Servers wait for open connections before they stop.
  onShutdown(() => hub.close());
  return hub;
}

function open() {
  const hub: LiveHub = new LiveHub(TOPIC_KINDS, () => broadcast?.reachesAll ?? false);
  const broadcast = openBroadcast(CHANNEL, {
    onMessage: (message) => hub.notify(message as LiveNotification),
    onConnect: () => hub.notifyAll(),
  });
  return { hub, broadcast };
}

/** The kinds of topics, each defined by the module that publishes it. */
export const TOPIC_KINDS: TopicKinds = { user: accountTopics, room: roomTopics };
