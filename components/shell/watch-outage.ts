/** How often the page is requested again. Soon enough to wait for, and little load on a recovering site. */
const ASK_EVERY_MS = 5000;
/** Longer than the server waits for its database. */
const ANSWER_WITHIN_MS = 15_000;

export interface Outage {
  title: string;
  text: string;
}

const SERVER: Outage = {
  title: "We’ll be right back",
  text: "We can’t show this page right now. Nothing of yours is lost, and the page will load by itself as soon as it can.",
};
const NETWORK: Outage = {
  title: "You’re not connected",
  text: "Your browser can’t reach us. Check your connection: the page will load by itself once you’re back online.",
};

interface Watcher {
  /** Called with what is the matter, as often as it is found out. */
  onOutage: (outage: Outage) => void;
  /** Called once, when the page can be shown again. */
  onEnd: () => void;
  signal: AbortSignal;
}

/** What the watch needs of the browser, which tests replace. */
interface Browser {
  /** Asks for the current page and resolves with the status. */
  ask: (signal: AbortSignal) => Promise<number>;
  /** Resolves when it is time to ask again. */
  pause: (signal: AbortSignal) => Promise<unknown>;
}

/** Finds out whether an outage keeps the current page away, and asks for it until that has ended. */
export async function watchOutage(
  { onOutage, onEnd, signal }: Watcher,
  { ask, pause }: Browser = { ask: askForPage, pause: untilNextAttempt },
): Promise<void> {
  for (let outages = 0; ; outages += 1) {
    const outage = await ask(signal).then(outageOf, () => NETWORK);
    if (signal.aborted) return;
    if (!outage) return outages > 0 ? onEnd() : undefined;
    onOutage(outage);
    await pause(signal);
  }
}

/** A page with an error of its own is not an outage. */
const outageOf = (status: number) => (status >= 502 && status <= 504 ? SERVER : undefined);

async function askForPage(signal: AbortSignal): Promise<number> {
  const closedOrLate = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const { status } = await fetch(location.href, { method: "HEAD", cache: "no-store", signal: closedOrLate });
  return status;
}

/** Waits some seconds, or until the browser has found a network. */
function untilNextAttempt(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ASK_EVERY_MS);
    addEventListener("online", resolve, { once: true, signal });
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)));
  });
}
