import { describe, expect, test } from "vitest";
import { IDLE, play, type Landed, type Play, type PlayEvent } from "@/components/plinko/machine";
import { drop } from "@/lib/domain/play/coins/plinko";

const fairness = { serverSeedHash: "0".repeat(64), clientSeed: "pegboard", nonce: 0 };
const bet = { bin: 2, amount: 5 };
const { path, landedBin } = drop(0b1010_1010);
const result = { won: true, payout: 10, newBalance: 15, path, landedBin, fairness };
const landed: Landed = { ...bet, won: true, payout: 10, landedBin, fairness };
const failure = { kind: "signed-out" } as const;

const STATES = {
  idle: IDLE,
  failed: { phase: "idle", failure },
  asking: { phase: "dropping", bet, ball: { at: "hopper", waiting: "answer" } },
  retrying: { phase: "dropping", bet, ball: { at: "hopper", waiting: "retry" } },
  falling: { phase: "dropping", bet, ball: { at: "pegs", result, manner: "travel", since: 100 } },
  result: { phase: "result", drop: landed },
} as const satisfies Record<string, Play>;

const EVENTS = {
  submitted: { type: "submitted", bet },
  answered: { type: "answered", result, manner: "travel", at: 100 },
  answerLost: { type: "answerLost" },
  failed: { type: "failed", failure },
  landed: { type: "landed" },
  rested: { type: "rested" },
  failureExpired: { type: "failureExpired" },
} as const satisfies { [T in PlayEvent["type"]]: Extract<PlayEvent, { type: T }> };

type State = keyof typeof STATES;
type Event = keyof typeof EVENTS;

/** Every event in every state; unlisted ones change nothing. */
const MOVES: Record<State, Partial<Record<Event, State>>> = {
  idle: { submitted: "asking", failed: "failed" },
  failed: { submitted: "asking", failed: "failed", failureExpired: "idle" },
  asking: { answered: "falling", answerLost: "retrying", failed: "failed" },
  retrying: { answered: "falling", failed: "failed" },
  falling: { landed: "result" },
  result: { rested: "idle" },
};

describe.each(Object.keys(STATES) as State[])("while %s", (from) => {
  test.each(Object.keys(EVENTS) as Event[])("%s", (event) => {
    const to = MOVES[from][event];
    const after = play(STATES[from], EVENTS[event]);
    if (to === undefined) expect(after).toBe(STATES[from]);
    else expect(after).toEqual(STATES[to]);
  });
});

test("every state can be left, so that no drop locks the controls", () => {
  for (const from of Object.keys(STATES) as State[]) expect(Object.keys(MOVES[from])).not.toHaveLength(0);
});
