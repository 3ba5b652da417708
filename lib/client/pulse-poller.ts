import { createStore } from "zustand/vanilla";
import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";
import type { Tab } from "./tabs";

export type PulseValues = Pick<PulseAnswer, Section>;

/** The interval between polls. */
export const PULSE_EVERY_MS = 60_000;
/** Returning to the tab polls again, unless the last answer is newer than this. */
const FRESH_FOR_MS = 10_000;
/** How long to wait for further sections, so that those added together share a poll. */
const SOON_MS = 1_000;
/** The longest backoff after failures. */
export const LONGEST_WAIT_MS = 8 * PULSE_EVERY_MS;

/** Messages between the tabs of a browser. */
export type PulseMessage =
  | { type: "answer"; values: PulseValues; at: number }
  /** From a following tab: the sections it shows, and whether to poll now. */
  | { type: "want"; sections: Section[]; now: boolean };

/** What the poller needs from the browser. Tests replace it. */
export interface PollerEnvironment extends Tab<PulseMessage> {
  request(want: Section[]): Promise<PulseAnswer>;
  now(): number;
}

type State =
  { phase: "paused" } | { phase: "leading"; cancel: () => void } | { phase: "following" } | { phase: "ended" };

/**
 * The poller. One visible tab per browser leads: it polls once a minute for the sections that any tab shows
 * and broadcasts the answer. Hidden tabs pause. The last values stay when a poll fails.
 */
export function createPulsePoller(environment: PollerEnvironment) {
  const wants = new Map<Section, number>();
  const othersWant = new Set<Section>();
  /** The sections of the last poll. */
  let requested: Section[] = [];
  const store = createStore<PulseValues>(() => ({}));
  let state: State = { phase: "paused" };
  /** Sections whose value the page learned since the last poll began. The poll's answer may be older. */
  const learned = new Set<string>();
  let answeredAt = -Infinity;
  let failures = 0;

  const own = () => [...wants.keys()];

  function apply(values: PulseValues, at: number) {
    answeredAt = at;
    store.setState(values);
  }

  async function poll() {
    if (state.phase !== "leading") return;
    state.cancel();
    // Other tabs repeat their sections when they receive the answer; closed ones do not.
    requested = [...new Set([...own(), ...othersWant])];
    othersWant.clear();
    learned.clear();
    try {
      const { ok: _, throttled, ...answer } = await environment.request(requested);
      const values = Object.fromEntries(Object.entries(answer).filter(([section]) => !learned.has(section)));
      failures = throttled ? failures + 1 : 0;
      apply(values, environment.now());
      environment.post({ type: "answer", values, at: answeredAt });
    } catch {
      failures++;
    }
    // Sections that were added during the request have no answer yet.
    const isIncomplete = failures === 0 && !isRequested([...own(), ...othersWant]);
    schedule(isIncomplete ? 0 : Math.min(LONGEST_WAIT_MS, PULSE_EVERY_MS * 2 ** failures));
  }

  function isRequested(sections: readonly Section[]): boolean {
    return sections.every((section) => requested.includes(section));
  }

  function schedule(ms: number) {
    if (state.phase !== "leading") return;
    state.cancel();
    state = { phase: "leading", cancel: environment.wait(ms, () => void poll()) };
  }

  function refresh() {
    if (environment.now() - answeredAt < FRESH_FOR_MS) return;
    if (state.phase === "leading") schedule(0);
    else if (state.phase === "following") environment.post({ type: "want", sections: own(), now: true });
  }

  function pause() {
    if (state.phase === "leading") state.cancel();
    if (state.phase !== "ended") state = { phase: "paused" };
  }

  return {
    store,
    /** Registers interest in a section. Returns the function that ends it. */
    want(section: Section) {
      wants.set(section, (wants.get(section) ?? 0) + 1);
      if (!(section in store.getState())) refreshSoon();
      return () => {
        const left = (wants.get(section) ?? 1) - 1;
        if (left > 0) wants.set(section, left);
        else wants.delete(section);
      };
    },
    /** Applies values that the page learned by itself, for instance by marking notifications as read. */
    learn(values: PulseValues) {
      for (const section of Object.keys(values)) learned.add(section);
      apply(values, answeredAt);
    },
    lead() {
      if (state.phase === "ended" || state.phase === "leading") return;
      state = { phase: "leading", cancel: () => undefined };
      schedule(Math.max(0, answeredAt + PULSE_EVERY_MS - environment.now()));
    },
    follow() {
      if (state.phase === "paused") state = { phase: "following" };
      refresh();
    },
    pause,
    stop: pause,
    refresh,
    end() {
      pause();
      state = { phase: "ended" };
    },
    receive(message: PulseMessage) {
      if (message.type === "answer") {
        apply(message.values, message.at);
        if (state.phase === "following") environment.post({ type: "want", sections: own(), now: false });
        return;
      }
      for (const section of message.sections) othersWant.add(section);
      if (state.phase !== "leading" || answeredAt === -Infinity) return;
      // The tab may have just been opened, and lacks what the others received and learned.
      if (message.now) environment.post({ type: "answer", values: store.getState(), at: answeredAt });
      if (message.now && environment.now() - answeredAt >= FRESH_FOR_MS) schedule(0);
      else if (failures === 0 && !isRequested(message.sections)) schedule(SOON_MS);
    },
  };

  /** One poll for all sections that are added together. */
  function refreshSoon() {
    if (state.phase === "leading" && answeredAt > -Infinity) schedule(SOON_MS);
    if (state.phase === "following") environment.post({ type: "want", sections: own(), now: false });
  }
}

export type PulsePoller = ReturnType<typeof createPulsePoller>;
