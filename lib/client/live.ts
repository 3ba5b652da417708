"use client";

import { useSyncExternalStore } from "react";
import { EVENTS } from "@/lib/domain/live/rules";
import { createLiveStream, type LiveMessage, type StreamListener } from "./live-stream";
import type { LiveEvent } from "./live-subscriptions";

const CHANNEL = "pegboard-live";
const NAMES = ["hello", "reset", ...Object.values(EVENTS).flat()];
let channel: BroadcastChannel | undefined;

/** The stream of this browser. The tab that leads the pulse holds it. */
export const live = createLiveStream({
  tab: Math.random().toString(36).slice(2),
  open,
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  post: (message) => channel?.postMessage(message),
});

/**
 * Passes the events of a topic (`room:CODE`, `me`) to `handler`: those after `seq`, the position of a snapshot, or with
 * null those from now on. After the event `reset` read the snapshot again; after `denied` no event follows. Returns the
 * function that unsubscribes.
 */
export function subscribeTopic(topic: string, seq: number | null, handler: (event: LiveEvent) => void): () => void {
  return live.subscribe(topic, seq, handler);
}

/** Whether the stream is open, so that events arrive at once. */
export function useIsLive(): boolean {
  return useSyncExternalStore(live.subscribeStatus, live.isOpen, () => false);
}

/** Connects the tabs of this browser. Returns the function that disconnects. */
export function connectLive(): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => live.receive(data);
  // A page with an open connection does not enter the browser's back/forward cache.
  window.addEventListener("pagehide", live.stop);
  window.addEventListener("online", live.refresh);
  return () => {
    window.removeEventListener("pagehide", live.stop);
    window.removeEventListener("online", live.refresh);
    live.stop();
    channel?.close();
    channel = undefined;
  };
}

function open(path: string, { event, broken }: StreamListener): () => void {
  const source = new EventSource(path);
  for (const name of NAMES)
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) =>
      event(name, JSON.parse(data) as Record<string, unknown>, lastEventId),
    );
  source.onerror = () => broken(source.readyState === EventSource.CLOSED);
  return () => source.close();
}
