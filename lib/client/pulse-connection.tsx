"use client";

import { useEffect } from "react";
import type { Section } from "@/lib/domain/people/presence/rules";
import { call } from "./call";
import { isSessionLost } from "./call-error";
import { subscribeTopic } from "./live";
import { pulse } from "./pulse";
import { createPulsePoller } from "./pulse-poller";
import { connectTabs, endWork, shareAmongTabs } from "./tabs";

shareAmongTabs("pulse", (tab) => createPulsePoller(tab, pulse, request));

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

function request(want: Section[]) {
  return call("POST /api/pulse", { want }).catch((error: unknown) => {
    if (isSessionLost(error)) endWork();
    throw error;
  });
}
