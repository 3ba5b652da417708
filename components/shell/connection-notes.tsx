import { usePathname } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { WaitingActs } from "@/components/outbox/waiting-acts";
import type { Outbox } from "@/lib/client/outbox/outbox";
import { loadOutbox } from "@/lib/client/outbox/submit";
import { keepPage, listKeptPages } from "@/lib/client/service-worker/kept-pages";
import { registerWorker } from "@/lib/client/service-worker/register";
import { setKeptPages } from "./block-offline";

/** Says when there is no connection and what waits for one, and prepares for that. */
export function ConnectionNotes() {
  const pathname = usePathname();
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  const [outbox, setOutbox] = useState<Outbox>();
  useEffect(() => {
    void loadOutbox().then((loaded) => {
      setOutbox(() => loaded);
      void loaded?.flush();
    });
    void registerWorker();
  }, []);
  useEffect(() => {
    void listKeptPages().then(setKeptPages);
  }, [isOnline]);
  useEffect(() => {
    const timer = setTimeout(keepUnlessLoaded, READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <>
      {/* The live region must exist before its message to be announced. */}
      <p role="status" className={isOnline ? "sr-only" : PILL}>
        {!isOnline && "You’re offline. This page may be old."}
      </p>
      {outbox && <WaitingActs outbox={outbox} />}
    </>
  );
}

/** How long a page is open before it counts as read. */
const READ_AFTER_MS = 3000;

/** Has the page kept that is read, unless it was loaded through the worker, which keeps such pages anyway. */
function keepUnlessLoaded(): void {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (location.href !== loaded?.name || loaded.workerStart === 0) keepPage();
}

const PILL =
  "fixed inset-x-0 top-[max(0.5rem,env(safe-area-inset-top))] z-40 mx-auto w-fit rounded-full border border-line bg-surface px-3 py-1 text-13 shadow-float";

function onConnection(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
