import { createStore } from "zustand/vanilla";
import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";

export type PulseValues = Pick<PulseAnswer, Section>;

/** The interval between polls. */
export const PULSE_EVERY_MS = 60_000;
/** Returning to the tab polls again, unless the last answer is newer than this. */
const FRESH_FOR_MS = 10_000;
/** The longest backoff after failures. */
export const LONGEST_WAIT_MS = 8 * PULSE_EVERY_MS;

/** Messages between the tabs of a browser. */
export type PulseMessage =
  | { type: "answer"; values: PulseValues; at: number }
  /** From a following tab: the sections it shows, and whether to poll now. */
  | { type: "want"; sections: Section[]; now: boolean };

/** The engine's environment, so that tests can stand in for the browser. */
export interface PulseWorld {
  ask(want: Section[]): Promise<PulseAnswer>;
  now(): number;
  /** Returns the function that cancels it. */
  wait(ms: number, then: () => void): () => void;
  post(message: PulseMessage): void;
}

type State =
  { phase: "asleep" } | { phase: "leading"; cancel: () => void } | { phase: "following" } | { phase: "over" };

/**
 * The poller. One visible tab per browser leads: it polls once a minute for the sections that any tab shows
 * and broadcasts the answer. Hidden tabs sleep. The last values stay when a poll fails.
 */
export function createPulse(world: PulseWorld) {
  const wants = new Map<Section, number>();
  const foreign = new Set<Section>();
  const store = createStore<PulseValues>(() => ({}));
  let state: State = { phase: "asleep" };
  /** Learned since the last poll began, whose answer may be older. */
  const learned = new Set<string>();
  let heardAt = -Infinity;
  let failures = 0;

  const own = () => [...wants.keys()];

  function hear(heard: PulseValues, at: number) {
    heardAt = at;
    store.setState(heard);
  }

  async function poll() {
    if (state.phase !== "leading") return;
    state.cancel();
    // Other tabs repeat their sections when they receive the answer; closed ones do not.
    const asked = [...new Set([...own(), ...foreign])];
    foreign.clear();
    learned.clear();
    try {
      const { ok: _, throttled, ...answer } = await world.ask(asked);
      const heard = Object.fromEntries(Object.entries(answer).filter(([section]) => !learned.has(section)));
      failures = throttled ? failures + 1 : 0;
      hear(heard, world.now());
      world.post({ type: "answer", values: heard, at: heardAt });
    } catch (error) {
      failures++;
      if (isOver(error)) return end();
    }
    // Sections that were added during the request have no answer yet.
    const late = failures === 0 && own().some((section) => !asked.includes(section));
    schedule(late ? 0 : Math.min(LONGEST_WAIT_MS, PULSE_EVERY_MS * 2 ** failures));
  }

  function schedule(ms: number) {
    if (state.phase !== "leading") return;
    state.cancel();
    state = { phase: "leading", cancel: world.wait(ms, () => void poll()) };
  }

  /** The page has become visible or focused. */
  function refresh() {
    if (world.now() - heardAt < FRESH_FOR_MS) return;
    if (state.phase === "leading") schedule(0);
    else if (state.phase === "following") world.post({ type: "want", sections: own(), now: true });
  }

  /** The session has ended: no more polls until the page is reloaded. */
  function end() {
    if (state.phase === "leading") state.cancel();
    state = { phase: "over" };
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
    /** Takes values that the page learned itself, for instance by marking notifications as read. */
    learn(heard: PulseValues) {
      for (const section of Object.keys(heard)) learned.add(section);
      hear(heard, heardAt);
    },
    lead() {
      if (state.phase === "over" || state.phase === "leading") return;
      state = { phase: "leading", cancel: () => undefined };
      schedule(Math.max(0, heardAt + PULSE_EVERY_MS - world.now()));
    },
    follow() {
      if (state.phase === "asleep") state = { phase: "following" };
    },
    sleep() {
      if (state.phase === "leading") state.cancel();
      if (state.phase !== "over") state = { phase: "asleep" };
    },
    refresh,
    receive(message: PulseMessage) {
      if (message.type === "answer") {
        hear(message.values, message.at);
        if (state.phase === "following") world.post({ type: "want", sections: own(), now: false });
        return;
      }
      for (const section of message.sections) foreign.add(section);
      if (message.now && state.phase === "leading" && world.now() - heardAt >= FRESH_FOR_MS) schedule(0);
    },
  };

  /** One poll for all sections that are added together. */
  function refreshSoon() {
    if (state.phase === "leading" && heardAt > -Infinity) schedule(1_000);
    if (state.phase === "following") world.post({ type: "want", sections: own(), now: false });
  }
}

export type Pulse = ReturnType<typeof createPulse>;

/** Thrown by `ask` when the person is no longer signed in. */
export class PulseOver extends Error {
  override name = "PulseOver";
}

function isOver(error: unknown) {
  return error instanceof PulseOver;
}
