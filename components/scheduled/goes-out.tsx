"use client";

import { useSyncExternalStore } from "react";
import { useHydrated } from "@/components/hydration/use-hydrated";
import { clock } from "@/components/ui/clock";
import { exactTimeInUtc } from "@/components/ui/relative-time-text";
import { inWords } from "./moment";

/** When a post goes out: in UTC from the server, then in words in the viewer's time zone. */
export function GoesOut({ at }: { at: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const moment = new Date(at);
  return <time dateTime={at}>{useHydrated() ? inWords(moment, now) : `on ${exactTimeInUtc(moment)}`}</time>;
}
