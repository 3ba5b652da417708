"use client";

import { useSyncExternalStore } from "react";
import { useHydrated } from "@/components/hydration/use-hydrated";
import { clock } from "./clock";
import { exactTime, exactTimeInUtc, relativeTime } from "./relative-time-text";

/** A relative time, kept up to date, with the exact time on hover: in UTC from the server, then the viewer's. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const time = new Date(at);
  const title = (useHydrated() ? exactTime : exactTimeInUtc)(time);
  return (
    <time dateTime={at} title={title} className={className} suppressHydrationWarning>
      {relativeTime(time, now)}
    </time>
  );
}

/** A label with a relative time, such as "last used 5 min ago", or `none` without a time. */
export function TimeOr({ label, at, none }: { label: string; at: string | null; none: string }) {
  if (at === null) return none;
  return (
    <>
      {label} <RelativeTime at={at} />
    </>
  );
}

/** An exact time: in UTC from the server, then in the viewer's time zone. */
export function ExactTime({ at, seconds }: { at: string; seconds?: boolean }) {
  return <time dateTime={at}>{(useHydrated() ? exactTime : exactTimeInUtc)(new Date(at), seconds)}</time>;
}
