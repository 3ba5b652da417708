"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Section } from "@/lib/domain/presence/rules";
import { call } from "./call";
import { CallError } from "./call-error";
import { connectLive, live, subscribeTopic } from "./live";
import { createPulsePoller, type PulseMessage, SignedOutError, type PulseValues } from "./pulse-poller";

const NAME = "pegboard-pulse";
let channel: BroadcastChannel | undefined;

const pulse = createPulsePoller({
  request: (want) =>
    call("POST /api/pulse", { want }).catch((error: unknown) => {
      if (!(error instanceof CallError && error.kind === "signed-out")) throw error;
      live.end();
      throw new SignedOutError();
    }),
  now: Date.now,
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  post: (message) => channel?.postMessage(message),
});

/** Polls while mounted, which also shows the reader as online. */
export function PulseConnection() {
  useEffect(connectPulse, []);
  return null;
}

/** The current value of a section, polled while in use; undefined until the first answer. */
export function usePulse<S extends Section>(section: S): PulseValues[S] {
  useEffect(() => pulse.want(section), [section]);
  return useStore(pulse.store, (values) => values[section]);
}

/** Shares values that a part of the page has learned. */
export const learnPulse = pulse.learn;

function connectPulse() {
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<PulseMessage>) => pulse.receive(data);
  const disconnectLive = connectLive();
  const unsubscribe = subscribeTopic("me", null, ({ event, data }) => {
    if (event === "unread") pulse.learn({ notifications: Number(data.count) });
  });
  let pause = follow();

  function onVisibility() {
    pause();
    pause = follow();
  }

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("focus", pulse.refresh);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("focus", pulse.refresh);
    pause();
    unsubscribe();
    disconnectLive();
    channel?.close();
    channel = undefined;
  };
}

/** Waits for the lock that makes this tab the leader. Returns the function to call when the tab is hidden. */
function follow(): () => void {
  if (document.hidden) return () => undefined;
  pulse.follow();
  pulse.refresh();
  live.refresh();
  // Without Web Locks every visible tab polls.
  if (!("locks" in navigator)) lead();
  const waiting = new AbortController();
  let resign = () => waiting.abort();
  navigator.locks
    ?.request(NAME, { signal: waiting.signal }, () => {
      lead();
      return new Promise<void>((resolve) => {
        resign = resolve;
      });
    })
    .catch(() => undefined);
  return () => {
    pulse.pause();
    live.resignLater();
    resign();
  };
}

/** This tab polls, and holds the stream, for all tabs. */
function lead(): void {
  pulse.lead();
  live.lead();
}
