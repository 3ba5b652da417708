"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import type { Section } from "@/lib/domain/people/presence/rules";
import { call } from "./call";
import { isSessionLost } from "./call-error";
import { subscribeTopic } from "./live";
import { createPulsePoller, type PulseValues } from "./pulse-poller";
import { connectTabs, endWork, shareAmongTabs } from "./tabs";

const pulse = shareAmongTabs("pulse", (tab) => createPulsePoller(tab, request));

/** Connects this tab with the account's others while mounted: polls and streams run. Shows the reader as online. */
export function PulseConnection({ account }: { account: string }) {
  useEffect(() => {
    const unsubscribe = subscribeTopic("me", null, ({ event, data }) => {
      if (event === "unread") pulse.learn({ notifications: Number(data.count) });
    });
    const disconnect = connectTabs(account);
    return () => {
      disconnect();
      unsubscribe();
    };
  }, [account]);
  return null;
}

/** Returns the current value of a section, polled while in use; undefined until the first answer. */
export function usePulse<S extends Section>(section: S): PulseValues[S] {
  useEffect(() => pulse.want(section), [section]);
  return useStore(pulse.store, (values) => values[section]);
}

export const learnPulse = pulse.learn;

function request(want: Section[]) {
  return call("POST /api/pulse", { want }).catch((error: unknown) => {
    if (isSessionLost(error)) endWork();
    throw error;
  });
}
