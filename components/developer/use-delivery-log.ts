import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { call } from "@/lib/client/call";
import { CallError, isSessionLost, messageOf } from "@/lib/client/call-error";
import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";
import { finishedMessage, isCaughtUp, LINES_A_PAGE, mergeLines, nextLookMs } from "./delivery-lines";

export interface LogPage {
  data: Delivery[];
  nextCursor: string | null;
}

/** The state of the next page. */
type LogEnd = { phase: "ready" } | { phase: "loading" } | { phase: "failed"; message: string };

interface Log {
  /** The server-rendered page that is merged in. */
  first: LogPage;
  lines: Delivery[];
  cursor: string | null;
}

/** An endpoint's deliveries: the server-rendered first page, further pages, and updates of both. */
export function useDeliveryLog(endpointId: string, first: LogPage) {
  const router = useRouter();
  const seen = usePageVisible();
  const [log, setLog] = useState<Log>({ first, lines: first.data, cursor: first.nextCursor });
  const [end, setEnd] = useState<LogEnd>({ phase: "ready" });
  const [fruitless, setFruitless] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [heard, setHeard] = useState<string>();
  if (log.first !== first) setLog({ ...taken(log, first), first });

  const readPage = useCallback(
    (limit: number, cursor: string | null) =>
      call("GET /api/developer/webhooks/{id}/deliveries", { id: endpointId, limit, cursor: cursor ?? undefined }),
    [endpointId],
  );

  const look = useCallback(async () => {
    const page = await readFromTop(readPage, log.lines);
    const next = taken(log, page);
    setLog((now) => taken(now, page));
    if (sameStates(log.lines, next.lines)) return setFruitless((count) => count + 1);
    setFruitless(0);
    setHeard(finishedMessage(log.lines, next.lines));
    // The endpoint's health changed too.
    router.refresh();
  }, [readPage, log, router]);

  useEffect(() => {
    const wait = nextLookMs(log.lines, { now: Date.now(), fruitless });
    if (wait === undefined || !seen || stopped) return;
    const timer = setTimeout(() => {
      look().catch((error: unknown) => {
        const kind = error instanceof CallError ? error.kind : "network";
        if (isSessionLost(error) || kind === "rejected") setStopped(true);
        // The webhook was deleted, and its page with it.
        if (kind === "rejected") router.refresh();
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

  /** Adds a delivery that a user action changed. */
  function learn(delivery: Delivery) {
    setFruitless(0);
    setLog((now) => ({ ...now, lines: mergeLines(now.lines, [delivery]) }));
  }

  return { lines: log.lines, more: log.cursor !== null, end, stopped, heard, loadMore, learn };
}

const MAX_PAGE_SIZE = 50;
const MAX_PAGES_READ = 10;

/** Reads pages from the top until they cover everything that may have changed. */
async function readFromTop(
  readPage: (limit: number, cursor: string | null) => Promise<LogPage>,
  lines: readonly Delivery[],
): Promise<LogPage> {
  let page = await readPage(MAX_PAGE_SIZE, null);
  for (let looks = 1; page.nextCursor !== null && looks < MAX_PAGES_READ && !isCaughtUp(lines, page.data); looks++) {
    const below = await readPage(MAX_PAGE_SIZE, page.nextCursor);
    page = { data: [...page.data, ...below.data], nextCursor: below.nextCursor };
  }
  return page;
}

/** Merges a page from the top into the log; if there is a gap between them, the page replaces the log. */
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

function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => false,
  );
}

function subscribe(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
