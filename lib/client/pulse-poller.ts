import type { Section } from "@/lib/domain/people/presence/rules";
import type { PulseAnswer } from "@/lib/domain/people/presence/schema";
import type { createPulseValues, PulseValues } from "./pulse-values";
import type { Tab } from "./shared-work";

export const PULSE_EVERY_MS = 60_000;
/** Returning to a tab polls again, unless the last answer is newer than this. */
const FRESH_FOR_MS = 10_000;
/** How long to wait for further sections, so that those added together share a poll. */
const SOON_MS = 1_000;
/** The longest backoff after failures. */
export const LONGEST_WAIT_MS = 8 * PULSE_EVERY_MS;

/** What the leading tab shares: the values of a poll, and when they arrived. */
interface News {
  values: PulseValues;
  at: number;
}

/**
 * Creates the poller of presence and notifications. The leading tab polls for all sections shown in any tab, and shares
 * the answer. A failed poll keeps the last one.
 */
export function createPulsePoller(
  tab: Tab<News>,
  { store, wants, listen }: ReturnType<typeof createPulseValues>,
  request: (want: Section[]) => Promise<PulseAnswer>,
) {
  let isLeading = false;
  /** The sections that any tab shows, and those of the last poll. */
  let wanted: Section[] = [];
  let requested: Section[] = [];
  /** Sections whose value the page learned since the last poll began. The poll's answer may be older. */
  const learned = new Set<string>();
  let answeredAt = -Infinity;
  let failures = 0;
  let polling: ReturnType<typeof setTimeout> | undefined;

  function apply({ values, at }: News) {
    answeredAt = at;
    store.setState(values);
  }

  async function poll() {
    requested = wanted;
    learned.clear();
    try {
      const { ok: _, throttled, ...answer } = await request(requested);
      const values = Object.fromEntries(Object.entries(answer).filter(([section]) => !learned.has(section)));
      failures = throttled ? failures + 1 : 0;
      const news = { values, at: Date.now() };
      apply(news);
      tab.share(news);
    } catch {
      failures++;
    }
    schedule(lacksSection() ? 0 : Math.min(LONGEST_WAIT_MS, PULSE_EVERY_MS * 2 ** failures));
  }

  function lacksSection(): boolean {
    const values = store.getState();
    return failures === 0 && wanted.some((section) => !requested.includes(section) && !(section in values));
  }

  function schedule(ms: number) {
    clearTimeout(polling);
    if (isLeading) polling = setTimeout(() => void poll(), ms);
  }

  listen({
    wanted: () => tab.changed(),
    learned: (sections) => sections.forEach((section) => learned.add(section)),
  });
  return {
    hiddenForMs: 0,
    wants,
    workFor(sections: Section[]) {
      wanted = [...new Set(sections)];
      if (!isLeading) {
        isLeading = true;
        schedule(Math.max(0, answeredAt + PULSE_EVERY_MS - Date.now()));
      } else if (answeredAt > -Infinity && lacksSection()) schedule(SOON_MS);
    },
    refresh() {
      if (answeredAt > -Infinity && Date.now() - answeredAt >= FRESH_FOR_MS) schedule(0);
    },
    latest: () => (answeredAt > -Infinity ? { values: store.getState(), at: answeredAt } : undefined),
    stop() {
      isLeading = false;
      clearTimeout(polling);
    },
    receive: apply,
  };
}
