import type { Section } from "@/lib/domain/presence/rules";
import type { PulseAnswer } from "@/lib/domain/presence/schema";

export type PulseValues = Pick<PulseAnswer, Section>;

/** How long a poll is good for. */
export const PULSE_EVERY_MS = 60_000;
/** Whoever comes back to the tab is told anew, unless that was just now. */
export const FRESH_FOR_MS = 10_000;
/** After failures the wait doubles, up to this. */
export const LONGEST_WAIT_MS = 8 * PULSE_EVERY_MS;

/** What the tabs of one browser say to each other. */
export type PulseMessage =
  | { type: "answer"; values: PulseValues; at: number }
  /** A tab that does not poll itself says what it shows, or that somebody came back to it. */
  | { type: "want"; sections: Section[]; now: boolean };

/** What the engine needs of its surroundings, so that tests can be the browser. */
export interface PulseWorld {
  ask(want: Section[]): Promise<PulseAnswer>;
  now(): number;
  /** Answers what calls it off. */
  wait(ms: number, then: () => void): () => void;
  post(message: PulseMessage): void;
}

type State =
  { phase: "asleep" } | { phase: "leading"; cancel: () => void } | { phase: "following" } | { phase: "over" };

/**
 * The one poller. Of all the visible tabs of a browser one leads: it asks once a minute for all that any of them shows,
 * and tells the others. A hidden tab is asleep. What was last heard is kept when a poll fails.
 */
export function createPulse(world: PulseWorld) {
  const wants = new Map<Section, number>();
  const foreign = new Set<Section>();
  const listeners = new Set<() => void>();
  let state: State = { phase: "asleep" };
  let values: PulseValues = {};
  let heardAt = -Infinity;
  let failures = 0;

  const own = () => [...wants.keys()];

  function hear(heard: PulseValues, at: number) {
    values = { ...values, ...heard };
    heardAt = at;
    for (const listener of listeners) listener();
  }

  async function poll() {
    if (state.phase !== "leading") return;
    state.cancel();
    // Others say again what they show when they hear the answer; who has gone does not.
    const asked = [...new Set([...own(), ...foreign])];
    foreign.clear();
    try {
      const { ok: _, throttled, ...heard } = await world.ask(asked);
      failures = throttled ? failures + 1 : 0;
      hear(heard, world.now());
      world.post({ type: "answer", values: heard, at: heardAt });
    } catch (error) {
      failures++;
      if (isOver(error)) return end();
    }
    // What came onto the page while the question was under way has no answer yet.
    const late = failures === 0 && own().some((section) => !asked.includes(section));
    schedule(late ? 0 : Math.min(LONGEST_WAIT_MS, PULSE_EVERY_MS * 2 ** failures));
  }

  function schedule(ms: number) {
    if (state.phase !== "leading") return;
    state.cancel();
    state = { phase: "leading", cancel: world.wait(ms, () => void poll()) };
  }

  /** Somebody looks at the page now. */
  function refresh() {
    if (world.now() - heardAt < FRESH_FOR_MS) return;
    if (state.phase === "leading") schedule(0);
    else if (state.phase === "following") world.post({ type: "want", sections: own(), now: true });
  }

  /** The session has ended: nothing is asked any more until the page is loaded again. */
  function end() {
    if (state.phase === "leading") state.cancel();
    state = { phase: "over" };
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => values,
    /** Something that shows a section is on the page. Answers what to call when it goes. */
    want(section: Section) {
      wants.set(section, (wants.get(section) ?? 0) + 1);
      if (!(section in values)) refreshSoon();
      return () => {
        const left = (wants.get(section) ?? 1) - 1;
        if (left > 0) wants.set(section, left);
        else wants.delete(section);
      };
    },
    /** What the page itself has learned, for instance by marking notifications as read. */
    learn: (heard: PulseValues) => hear(heard, heardAt),
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

  /** Several parts of a page begin together: one poll for all of them. */
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
