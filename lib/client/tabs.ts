import { SharedWork, type Tab, type Work } from "./shared-work";

/** The version of the messages: tabs of an older release neither understand nor lead those of this one. */
const PROTOCOL = 2;
/** Of this tab. */
const id = Math.random().toString(36).slice(2);
const works = new Map<string, SharedWork<never, never, never>>();
let channel: BroadcastChannel | undefined;
let hasEnded = false;
let disconnect = () => {};

/** Shares the work among the tabs of this browser, while they are connected. */
export function shareAmongTabs<Want, News, W extends Work<Want, News>>(
  name: string,
  create: (tab: Tab<News>) => W & Work<Want, News>,
): W {
  const shared = new SharedWork<Want, News, W>(create, id, (message) => channel?.postMessage({ name, message }));
  works.set(name, shared as never);
  return shared.work;
}

/** Connects this tab with the account's others. Returns the function that disconnects it. */
export function connectTabs(account: string): () => void {
  if (hasEnded) return () => undefined;
  const name = `pegboard:${PROTOCOL}:${account}`;
  channel = new BroadcastChannel(name);
  channel.onmessage = ({ data: { name, message } }: MessageEvent<{ name: string; message: never }>) =>
    works.get(name)?.receive(message);
  let hide = show(name);
  const onVisibility = () => {
    hide();
    hide = show(name);
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("visibilitychange", onVisibility, { signal });
  window.addEventListener("focus", refresh, { signal });
  window.addEventListener("online", refresh, { signal });
  // Browsers keep a page with an open connection out of the back/forward cache.
  window.addEventListener("pagehide", leave, { signal });
  disconnect = () => {
    listening.abort();
    hide();
    leave();
    channel?.close();
    channel = undefined;
  };
  return disconnect;
}

/** Ends this tab's work until a reload, because the user signed out. No sign-in in another tab is noticed. */
export function endWork(): void {
  hasEnded = true;
  disconnect();
}

/** Follows, and waits for the lock that makes this tab the leader. Returns the function to call when it is hidden. */
function show(name: string): () => void {
  if (document.hidden) return () => undefined;
  forAll((work) => work.show());
  const lead = () => forAll((work) => work.lead());
  // Without Web Locks every visible tab leads.
  if (!("locks" in navigator)) lead();
  const waiting = new AbortController();
  let resign = () => waiting.abort();
  navigator.locks
    ?.request(name, { signal: waiting.signal }, () => {
      if (waiting.signal.aborted) return;
      lead();
      return new Promise<void>((resolve) => (resign = resolve));
    })
    .catch(() => undefined);
  return () => {
    forAll((work) => work.hide());
    resign();
  };
}

const refresh = () => forAll((work) => work.refresh());
const leave = () => forAll((work) => work.leave());

function forAll(act: (work: SharedWork<never, never, never>) => void): void {
  for (const work of works.values()) act(work);
}
