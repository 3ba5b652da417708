import { call } from "@/lib/client/call";
import { pageAccount } from "@/lib/client/page-account";
import { openActStore } from "./act-store";
import { createOutbox, type News, type Outbox } from "./outbox";
import { channelOf, exclusivelyFor, SYNC_TAG } from "./one-at-a-time";

let opened: Outbox | undefined;

/**
 * Returns the outbox of the account that the page was rendered for; undefined for a visitor, and where IndexedDB is
 * missing. Begins to send what waits in it.
 * @throws DOMException where the browser stores nothing, as in some private windows
 */
export async function openOutbox(): Promise<Outbox | undefined> {
  const account = pageAccount();
  if (opened || account === undefined || !("indexedDB" in globalThis)) return opened;
  const acts = openActStore();
  await acts.list(account);
  const channel = new BroadcastChannel(channelOf(account));
  const outbox = createOutbox({
    acts,
    call,
    account,
    now: () => Date.now(),
    after: (ms, then) => void setTimeout(then, ms),
    exclusively: exclusivelyFor(account),
    announce: (news) => channel.postMessage(news),
    onWaiting: () => void wakeWorker(),
  });
  channel.onmessage = ({ data }: MessageEvent<News>) => void outbox.hear(data);
  addEventListener("online", () => void outbox.flush());
  addEventListener("pageshow", () => void outbox.flush());
  opened = outbox;
  return outbox;
}

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Has the browser start our worker when it is connected again, even if this page is gone by then. */
async function wakeWorker(): Promise<void> {
  const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
    await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(SYNC_TAG).catch(() => undefined);
}
