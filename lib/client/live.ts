"use client";

import { useSyncExternalStore } from "react";
import { EVENTS } from "@/lib/domain/live/rules";
import { createLive, type LiveMessage, type StreamListener } from "./live-engine";
import type { LiveEvent } from "./live-subscriptions";

const CHANNEL = "pegboard-live";
const NAMES = ["hello", "reset", ...Object.values(EVENTS).flat()];
let channel: BroadcastChannel | undefined;

/** The stream of this browser. The tab that leads the pulse holds it. */
export const live = createLive({
  tab: Math.random().toString(36).slice(2),
  open,
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  post: (message) => channel?.postMessage(message),
});

/**
 * Gives what happens in a topic (`room:CODE`, `me`) to `handler`: what came after `seq`, that of a snapshot, or what
 * comes from now on where it is null. After the event `reset` read the snapshot again; after `denied` there is nothing
 * to come. Returns what ends it.
 */
export function subscribeTopic(topic: string, seq: number | null, handler: (event: LiveEvent) => void): () => void {
  return live.subscribe(topic, seq, handler);
}

/** Whether events arrive at once now. */
export function useIsLive(): boolean {
  return useSyncExternalStore(live.subscribeStatus, live.isOpen, () => false);
}

/** Connects the tabs of this browser. Returns what ends it. */
export function connectLive(): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => live.receive(data);
  // A page with an open connection is not kept for the way back.
  window.addEventListener("pagehide", live.stop);
  window.addEventListener("online", live.wake);
  return () => {
    window.removeEventListener("pagehide", live.stop);
    window.removeEventListener("online", live.wake);
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
