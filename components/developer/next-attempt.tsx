"use client";

import { useSyncExternalStore } from "react";
import { clock } from "@/components/ui/clock";
import { exactTime, relativeTime } from "@/components/ui/relative-time-text";

const MINUTE_MS = 60_000;

/** When the next attempt is due: "next try in 4 min". */
export function NextAttempt({ at }: { at: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const left = Date.parse(at) - now;
  const time = left <= 0 ? "now" : left < MINUTE_MS ? "in under a minute" : relativeTime(new Date(at), now);
  return (
    <time dateTime={at} title={exactTime(new Date(at))} suppressHydrationWarning>
      {left <= 0 ? "sending now" : `next try ${time}`}
    </time>
  );
}
