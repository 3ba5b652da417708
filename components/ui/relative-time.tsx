"use client";

import { useSyncExternalStore } from "react";
import { clock } from "./clock";
import { exactTime, relativeTime } from "./relative-time-text";

/** How long ago, kept fresh; the exact time on hover, in UTC until the browser has said where it is. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const inBrowser = useSyncExternalStore(never, yes, no);
  const time = new Date(at);
  return (
    <time dateTime={at} title={exactTime(time, inBrowser ? undefined : "UTC")} className={className} suppressHydrationWarning>
      {relativeTime(time, now)}
    </time>
  );
}

/** When exactly, in the reader's own time once the browser has said which that is. */
export function ExactTime({ at, seconds, className }: { at: string; seconds?: boolean; className?: string }) {
  const inBrowser = useSyncExternalStore(never, yes, no);
  return <time dateTime={at} className={className}>{exactTime(new Date(at), inBrowser ? undefined : "UTC", seconds)}</time>;
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
