"use client";

import { useStore } from "zustand/react";
import { EVENTS } from "@/lib/domain/consequences/live/rules";
import { call } from "./call";
import { isSessionLost } from "./call-error";
import { createLiveStream, type StreamListener, type LiveEvent } from "./live-stream";
import { pageAccount } from "./page-account";
import { endWork, shareAmongTabs } from "./tabs";

const NAMES = ["hello", "reset", ...Object.values(EVENTS).flat()];

const live = shareAmongTabs("live", (tab) => createLiveStream(tab, open));

/**
 * Passes the events of a topic (`room:CODE`, `me`) to `handler`: those after `seq`, the position of a snapshot, or with
 * null those from now on. After the event `reset`, read the snapshot again; no event follows `denied`. Returns the
 * function that unsubscribes.
 */
export function subscribeTopic(topic: string, seq: number | null, handler: (event: LiveEvent) => void): () => void {
  return live.subscribe(topic, seq, handler);
}

/** Whether the stream is open, so that events arrive at once. */
export function useIsLive(): boolean {
  return useStore(live.isOpen);
}

/** A stream does not say why it was refused. If the session has ended, this tab need not ask again and again. */
async function endIfSignedOut(): Promise<void> {
  await call("POST /api/pulse", { want: [] }).catch((error: unknown) => isSessionLost(error) && endWork());
}

function open(path: string, { event, broken }: StreamListener): () => void {
  const source = new EventSource(path);
  for (const name of NAMES)
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      const content = JSON.parse(data) as Record<string, unknown>;
      // Somebody else may have signed in since, in another tab. A server up to 1.4.0 does not name the account.
      const { account = pageAccount() } = content;
      if (name === "hello" && account !== pageAccount()) endWork();
      else event(name, content, lastEventId);
    });
  source.onerror = () => {
    const isFinal = source.readyState === EventSource.CLOSED;
    broken(isFinal);
    if (isFinal) void endIfSignedOut();
  };
  return () => source.close();
}
