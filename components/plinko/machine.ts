import type { CoinFailure } from "@/components/coins/coin-failure";
import type { Bet, BetResult, Fairness } from "@/lib/domain/play/coins/schema";
import type { Manner } from "./flight";

/** What a drop of one's own is besides its fall: a duel's and a visitor's have no page, and earn nothing. */
type Own = Partial<Pick<BetResult, "dropId" | "xp" | "achievements">>;

type Fall = Omit<BetResult, keyof Own> & Own;

export type Landed = Bet & Pick<Fall, "landedBin" | "won" | "payout" | keyof Own> & { fairness: Fairness };

/** Where the ball is while the controls are disabled. `retry`: the response was lost, and the bet is sent again. */
export type Ball =
  { at: "hopper"; waiting: "answer" | "retry" } | { at: "pegs"; result: Fall; manner: Manner; since: number };

export type Play =
  | { phase: "idle"; failure: CoinFailure | null }
  | { phase: "dropping"; bet: Bet; ball: Ball }
  | { phase: "result"; drop: Landed };

export type PlayEvent =
  | { type: "submitted"; bet: Bet }
  | { type: "answered"; result: Fall; manner: Manner; at: number }
  | { type: "answerLost" }
  | { type: "failed"; failure: CoinFailure }
  | { type: "landed" }
  | { type: "rested" }
  | { type: "failureExpired" };

export const IDLE: Play = { phase: "idle", failure: null };

/** The state machine of a play. Events that do not apply leave the state as it is. */
export function play(state: Play, event: PlayEvent): Play {
  switch (state.phase) {
    case "idle":
      return whileIdle(state, event);
    case "dropping":
      return state.ball.at === "hopper"
        ? whileWaiting(state, state.ball, event)
        : whileFalling(state, state.ball, event);
    case "result":
      return event.type === "rested" ? IDLE : state;
  }
}

type Dropping = Extract<Play, { phase: "dropping" }>;
type InHopper = Extract<Ball, { at: "hopper" }>;
type OnPegs = Extract<Ball, { at: "pegs" }>;

function whileIdle(state: Extract<Play, { phase: "idle" }>, event: PlayEvent): Play {
  switch (event.type) {
    case "submitted":
      return { phase: "dropping", bet: event.bet, ball: { at: "hopper", waiting: "answer" } };
    case "failed":
      return { phase: "idle", failure: event.failure };
    case "failureExpired":
      return state.failure === null ? state : IDLE;
    default:
      return state;
  }
}

function whileWaiting(state: Dropping, ball: InHopper, event: PlayEvent): Play {
  switch (event.type) {
    case "answered": {
      const { result, manner, at: since } = event;
      return { ...state, ball: { at: "pegs", result, manner, since } };
    }
    case "answerLost":
      return ball.waiting === "retry" ? state : { ...state, ball: { at: "hopper", waiting: "retry" } };
    case "failed":
      return { phase: "idle", failure: event.failure };
    default:
      return state;
  }
}

function whileFalling(state: Dropping, ball: OnPegs, event: PlayEvent): Play {
  if (event.type !== "landed") return state;
  const { path: _, newBalance: __, ...fallen } = ball.result;
  return { phase: "result", drop: { ...state.bet, ...fallen } };
}
