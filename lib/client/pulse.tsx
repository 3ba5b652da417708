"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";
import { call, CallFailure } from "./call";
import { createPulse, type PulseMessage, PulseOver, type PulseValues } from "./pulse-engine";

const NAME = "pegboard-pulse";
let channel: BroadcastChannel | undefined;

const pulse = createPulse({
  ask: (want) =>
    call<PulseAnswer>("POST", "/api/pulse", { want }).catch((error: unknown) => {
      throw error instanceof CallFailure && error.trouble === "signed-out" ? new PulseOver() : error;
    }),
  now: Date.now,
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  post: (message) => channel?.postMessage(message),
});

/** Stands once on the pages of somebody signed in: while it does, they are seen as online. */
export function PulseKeeper() {
  useEffect(keepPulse, []);
  return null;
}

/** The newest of a section, kept fresh while something on the page shows it; undefined until it was heard of. */
export function usePulse<S extends Section>(section: S): PulseValues[S] {
  useEffect(() => pulse.want(section), [section]);
  return useSyncExternalStore(
    pulse.subscribe,
    () => pulse.read()[section],
    () => undefined,
  );
}

/** Tells every part of the page what one of them has learned. */
export const learnPulse = pulse.learn;

function keepPulse() {
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<PulseMessage>) => pulse.receive(data);
  let rest = follow();

  function onVisibility() {
    rest();
    rest = follow();
  }

  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("focus", pulse.refresh);
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("focus", pulse.refresh);
    rest();
    channel?.close();
    channel = undefined;
  };
}

/** A visible tab stands in line to lead; the browser gives the lead to one at a time. Answers what to call when it is hidden. */
function follow(): () => void {
  if (document.hidden) return () => undefined;
  pulse.follow();
  pulse.refresh();
  // Without locks every visible tab leads itself.
  if (!("locks" in navigator)) pulse.lead();
  const waiting = new AbortController();
  let resign = () => waiting.abort();
  navigator.locks
    ?.request(NAME, { signal: waiting.signal }, () => {
      pulse.lead();
      return new Promise<void>((resolve) => {
        resign = resolve;
      });
    })
    .catch(() => undefined);
  return () => {
    pulse.sleep();
    resign();
  };
}
