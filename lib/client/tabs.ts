/** Work that one visible tab does for all tabs of a browser. The others follow it. */
export interface SharedWork<Message> {
  /** The tab became visible. Catches up on what it missed. */
  follow(): void;
  /** The tab does the work from now on. */
  lead(): void;
  /** The tab was hidden, and another may take the lead. */
  pause(): void;
  /** The user leaves the page. */
  stop(): void;
  /** The tab got the focus, or the network is back. */
  refresh(): void;
  /** The session has ended: no more work until the page is reloaded. */
  end(): void;
  /** Receives what another tab posted. */
  receive(message: Message): void;
}

/** The channel to the other tabs, and timers. Tests replace it. */
export interface Tab<Message> {
  post(message: Message): void;
  /** Returns the function that cancels it. */
  wait(ms: number, then: () => void): () => void;
}

const works = new Map<string, SharedWork<never>>();
let channel: BroadcastChannel | undefined;
let hasEnded = false;
let disconnect = () => {};

/** Shares the work among the tabs of this browser, while they are connected. */
export function shareAmongTabs<Message, Work extends SharedWork<Message>>(
  name: string,
  create: (tab: Tab<Message>) => Work,
): Work {
  const work = create({
    post: (message) => channel?.postMessage({ name, message }),
    wait(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  });
  works.set(name, work);
  return work;
}

/** Connects this tab with the account's others. Returns the function that disconnects it. */
export function connectTabs(account: string): () => void {
  if (hasEnded) return () => undefined;
  const name = `pegboard:${account}`;
  channel = new BroadcastChannel(name);
  channel.onmessage = ({ data: { name, message } }: MessageEvent<{ name: string; message: never }>) =>
    works.get(name)?.receive(message);
  let hide = show(name);
  const onVisibility = () => {
    hide();
    hide = show(name);
  };
  document.addEventListener("visibilitychange", onVisibility);
  window.addEventListener("focus", refresh);
  window.addEventListener("online", refresh);
  // Browsers keep a page with an open connection out of the back/forward cache.
  window.addEventListener("pagehide", stop);
  disconnect = () => {
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("focus", refresh);
    window.removeEventListener("online", refresh);
    window.removeEventListener("pagehide", stop);
    hide();
    stop();
    channel?.close();
    channel = undefined;
  };
  return disconnect;
}

/**
 * Ends the work of this tab until the page is reloaded, because the user is signed out. If they sign in again in
 * another tab, this tab is not notified.
 */
export function endWork(): void {
  hasEnded = true;
  forAll((work) => work.end());
  disconnect();
}

/** Follows, and waits for the lock that makes this tab the leader. Returns the function to call when it is hidden. */
function show(name: string): () => void {
  if (document.hidden) return () => undefined;
  forAll((work) => work.follow());
  const lead = () => forAll((work) => work.lead());
  // Without Web Locks every visible tab leads.
  if (!("locks" in navigator)) lead();
  const waiting = new AbortController();
  let resign = () => waiting.abort();
  navigator.locks
    ?.request(name, { signal: waiting.signal }, () => {
      lead();
      return new Promise<void>((resolve) => (resign = resolve));
    })
    .catch(() => undefined);
  return () => {
    forAll((work) => work.pause());
    resign();
  };
}

const refresh = () => forAll((work) => work.refresh());
const stop = () => forAll((work) => work.stop());

function forAll(act: (work: SharedWork<never>) => void): void {
  for (const work of works.values()) act(work);
}
