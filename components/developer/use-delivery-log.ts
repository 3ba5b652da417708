"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { call, CallFailure, messageOf } from "@/lib/client/call";
import type { Delivery } from "@/lib/domain/webhooks/schema";
import { endingsInWords, isCaughtUp, LINES_A_PAGE, mergeLines, nextLookMs } from "./delivery-lines";
import { usePageIsSeen } from "./use-page-is-seen";

export interface LogPage {
  data: Delivery[];
  nextCursor: string | null;
}

/** How the end of the list stands. */
export type LogEnd = { phase: "ready" } | { phase: "loading" } | { phase: "failed"; message: string };

interface Log {
  /** The page that the server made, as far as it is known here. */
  first: LogPage;
  lines: Delivery[];
  /** Where the lines go on below. */
  cursor: string | null;
}

/** An endpoint's deliveries: the server's first page, what was read below it, and what became of both since. */
export function useDeliveryLog(endpointId: string, first: LogPage) {
  const router = useRouter();
  const seen = usePageIsSeen();
  const [log, setLog] = useState<Log>({ first, lines: first.data, cursor: first.nextCursor });
  const [end, setEnd] = useState<LogEnd>({ phase: "ready" });
  const [fruitless, setFruitless] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [heard, setHeard] = useState<string>();
  if (log.first !== first) setLog({ ...taken(log, first), first });

  const readPage = useCallback(
    (limit: number, cursor: string | null) =>
      call<LogPage>(
        "GET",
        `/api/developer/webhooks/${endpointId}/deliveries?${new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })}`,
      ),
    [endpointId],
  );

  const look = useCallback(async () => {
    const page = await readFromTop(readPage, log.lines);
    const next = taken(log, page);
    setLog((now) => taken(now, page));
    if (sameStates(log.lines, next.lines)) return setFruitless((count) => count + 1);
    setFruitless(0);
    setHeard(endingsInWords(log.lines, next.lines));
    // The endpoint's health has changed with them.
    router.refresh();
  }, [readPage, log, router]);

  useEffect(() => {
    const wait = nextLookMs(log.lines, { now: Date.now(), fruitless });
    if (wait === undefined || !seen || stopped) return;
    const timer = setTimeout(() => {
      look().catch((error: unknown) => {
        const trouble = error instanceof CallFailure ? error.trouble : "lost";
        if (trouble === "signed-out" || trouble === "refused") setStopped(true);
        // Somebody has deleted it: there is no such page any more.
        if (trouble === "refused") router.refresh();
        setFruitless((count) => count + 1);
      });
    }, wait);
    return () => clearTimeout(timer);
  }, [log, fruitless, seen, stopped, look, router]);

  async function loadMore() {
    setEnd({ phase: "loading" });
    try {
      const page = await readPage(LINES_A_PAGE, log.cursor);
      setLog((now) => ({ ...now, lines: mergeLines(page.data, now.lines), cursor: page.nextCursor }));
      setEnd({ phase: "ready" });
    } catch (error) {
      setEnd({ phase: "failed", message: messageOf(error) });
    }
  }

  /** What an act on this page has made of a delivery. */
  function learn(delivery: Delivery) {
    setFruitless(0);
    setLog((now) => ({ ...now, lines: mergeLines(now.lines, [delivery]) }));
  }

  return { lines: log.lines, more: log.cursor !== null, end, stopped, heard, loadMore, learn };
}

const MOST_AT_ONCE = 50;
const MOST_LOOKS_DOWN = 10;

/** A page from the top, as long as it takes to reach everything that may have changed. */
async function readFromTop(
  readPage: (limit: number, cursor: string | null) => Promise<LogPage>,
  lines: readonly Delivery[],
): Promise<LogPage> {
  let page = await readPage(MOST_AT_ONCE, null);
  for (let looks = 1; page.nextCursor !== null && looks < MOST_LOOKS_DOWN && !isCaughtUp(lines, page.data); looks++) {
    const below = await readPage(MOST_AT_ONCE, page.nextCursor);
    page = { data: [...page.data, ...below.data], nextCursor: below.nextCursor };
  }
  return page;
}

/** A page from the top takes its place over what is known; where the two do not meet, it stands alone. */
function taken<L extends Log>(log: L, page: LogPage): L {
  const known = new Set(log.lines.map(({ id }) => id));
  const meets = page.data.some(({ id }) => known.has(id));
  return meets
    ? { ...log, lines: mergeLines(log.lines, page.data), cursor: log.cursor }
    : { ...log, lines: page.data, cursor: page.nextCursor };
}

function sameStates(before: readonly Delivery[], after: readonly Delivery[]): boolean {
  const states = (lines: readonly Delivery[]) =>
    lines.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`).join();
  return states(before) === states(after);
}
