"use client";

import { type PointerEvent, useSyncExternalStore } from "react";
import { clock } from "./clock";
import { exactTime, exactTimeInUtc, relativeTime } from "./relative-time-text";

/** How long ago, kept fresh; the exact time in the reader's own zone under the pointer. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const time = new Date(at);
  const localize = ({ currentTarget }: PointerEvent<HTMLElement>) => void (currentTarget.title = exactTime(time));
  return (
    <time
      dateTime={at}
      title={exactTimeInUtc(time)}
      onPointerEnter={localize}
      className={className}
      suppressHydrationWarning
    >
      {relativeTime(time, now)}
    </time>
  );
}

/** When exactly, in the reader's own time once the browser has said which that is. */
export function ExactTime({ at, seconds, className }: { at: string; seconds?: boolean; className?: string }) {
  const inBrowser = useSyncExternalStore(never, yes, no);
  return (
    <time dateTime={at} className={className}>
      {(inBrowser ? exactTime : exactTimeInUtc)(new Date(at), seconds)}
    </time>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
