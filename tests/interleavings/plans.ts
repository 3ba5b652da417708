import fc from "fast-check";
import { ACT_NAMES, type ActName } from "./acts";
import type { Plan } from "./run";

/** Acts that meet on the same rows. */
export const THEMES: Record<string, readonly ActName[]> = {
  "likes and deletions": [
    "likes a post",
    "takes back a like",
    "reposts a post",
    "comments on a post",
    "deletes a comment",
    "deletes their post",
    "closes their account",
    "opens it again",
  ],
  "bets and purchases": [
    "bets 6 coins",
    "bets 1 coin",
    "claims free coins",
    "buys the pet",
    "reveals their seed",
    "closes their account",
  ],
  "duels and closings": [
    "challenges somebody",
    "accepts a challenge",
    "declines a challenge",
    "plays as challenger",
    "plays as opponent",
    "cancels a challenge",
    "blocks somebody",
    "closes their account",
  ],
  "blocks and mentions": [
    "follows somebody",
    "unfollows somebody",
    "blocks somebody",
    "unblocks somebody",
    "mutes somebody",
    "mentions somebody",
    "comments on a post",
    "likes a post",
    "closes their account",
    "opens it again",
  ],
  "quotes and withdrawals": [
    "quotes a post",
    "likes a post",
    "withdraws a quote",
    "deletes their post",
    "edits their post",
    "pins a post of theirs",
    "writes a post",
    "blocks somebody",
    "reads a post",
  ],
  "scheduled posts and restarts": [
    "runs the scheduler",
    "moves a scheduled post",
    "cancels a scheduled post",
    "quotes a post",
    "closes their account",
  ],
  "rotations and calls": ["rotates their key", "revokes their key", "calls with a key", "closes their account"],
  "retention and redelivery": [
    "sends a delivery again",
    "delivers as a worker",
    "deletes what expired",
    "disables their endpoint",
    "enables their endpoint",
    "rotates a secret",
    "deletes their endpoint",
    "writes a post",
  ],
  "two workers": [
    "delivers as a worker",
    "announces what happened",
    "runs the scheduler",
    "writes a post",
    "likes a post",
    "reads on in their log",
  ],
  "a migration beside acts": [
    "migrates the posts",
    "writes a post",
    "likes a post",
    "deletes their post",
    "edits their post",
  ],
  everything: ACT_NAMES,
};

/** Most numbers of turns that a plan draws: later statements follow one after another. */
const MOST_TURNS = 120;

/** Up to six processes of up to four people, one to three acts each, in any order, with up to two deaths. */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    acts: fc.constantFrom(...Object.values(THEMES)),
    processes: fc.array(
      fc.record({
        person: fc.nat({ max: 3 }),
        // Not chained to the theme: what is chained is not made smaller.
        doings: fc.array(fc.tuple(fc.nat({ max: 1000 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    turns: fc.array(fc.nat({ max: 5 }), { maxLength: MOST_TURNS, size: "max" }),
    kills: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 2 }) },
    ),
  })
  .map(({ acts, processes, ...order }) => ({
    ...order,
    processes: processes.map(({ person, doings }) => ({
      person,
      doings: doings.map(([act, about]) => [acts[act % acts.length]!, about] as const),
    })),
  }));
