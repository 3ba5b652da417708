import { createStore } from "zustand/vanilla";
import { type CoinFailure, coinFailureOf } from "@/components/coins/coin-failure";
import type { Call } from "@/lib/client/call";
import type { Bet } from "@/lib/domain/coins/schema";
import { fallMs, type Manner } from "./flight";
import { type BetOutcome, findLostBet } from "./lost-bet";
import { IDLE, play, type Landed, type Play, type PlayEvent } from "./machine";

/** The last drops shown beside the board, newest first. */
export const DROPS_SHOWN = 10;
export const RESULT_MS = 2000;
/** A bet whose answer was lost may still reach the server, so it is looked up twice. */
const SECOND_LOOK_MS = 1500;

export type Clock = {
  /** A monotonic time, for animations. */
  now: () => number;
  /** Milliseconds since 1970. */
  date: () => number;
  after: (ms: number, then: () => void) => () => void;
};

type GameSetup = {
  call: Call;
  clock: Clock;
  manner: () => Manner;
  drops: readonly Landed[];
  /** Called when a new balance may be shown: at the landing, not at the response. */
  onBalance: (coins: number) => void;
};

export type Snapshot = { play: Play; drops: readonly Landed[] };

/** Drives the state machine: places the bet, times the fall, and looks up a bet whose response was lost. */
export function createGame({ call, clock, manner, drops, onBalance }: GameSetup) {
  const store = createStore<Snapshot>(() => ({ play: IDLE, drops }));
  let unsettled: Bet | null = null;
  let cancelTimer = () => {};

  function send(event: PlayEvent) {
    const { play: before, drops } = store.getState();
    const now = play(before, event);
    if (now === before) return;
    cancelTimer();
    cancelTimer = timeNext(now);
    if (now.phase === "result") showBalance(before);
    store.setState({
      play: now,
      drops: now.phase === "result" ? [now.drop, ...drops].slice(0, DROPS_SHOWN) : drops,
    });
  }

  function timeNext(now: Play): () => void {
    if (now.phase === "result") return clock.after(RESULT_MS, () => send({ type: "rested" }));
    if (now.phase === "dropping" && now.ball.at === "pegs") {
      return clock.after(fallMs(now.ball.result.path, now.ball.manner), land);
    }
    if (now.phase === "idle" && now.failure?.kind === "rate-limited") {
      return clock.after(now.failure.until - clock.date(), () => send({ type: "failureExpired" }));
    }
    return () => {};
  }

  function showBalance(before: Play) {
    if (before.phase === "dropping" && before.ball.at === "pegs") onBalance(before.ball.result.newBalance);
  }

  function land() {
    send({ type: "landed" });
  }

  function fail(failure: CoinFailure) {
    send({ type: "failed", failure });
  }

  async function drop(bet: Bet) {
    if (store.getState().play.phase !== "idle") return;
    unsettled = null;
    send({ type: "submitted", bet });
    try {
      const result = await call("POST /api/coins/bet", bet);
      send({ type: "answered", result, manner: manner(), at: clock.now() });
    } catch (error) {
      const failure = coinFailureOf(error);
      if (failure.kind === "unknown" || failure.kind === "server") return lookUp(bet, failure);
      fail(failure);
      if (failure.kind === "rejected") await readBalance();
    }
  }

  async function lookUp(bet: Bet, because: CoinFailure) {
    send({ type: "answerLost" });
    let outcome = await outcomeOf(bet);
    if (outcome.kind === "not-placed") {
      await new Promise<void>((resolve) => clock.after(SECOND_LOOK_MS, resolve));
      outcome = await outcomeOf(bet);
    }
    settle(bet, outcome, because);
  }

  function outcomeOf(bet: Bet) {
    return findLostBet(call, bet, store.getState().drops[0]?.fairness ?? null);
  }

  function settle(bet: Bet, outcome: BetOutcome, because: CoinFailure) {
    if (outcome.kind === "unknown") {
      unsettled = bet;
      return fail(outcome.failure.kind === "signed-out" ? outcome.failure : { kind: "unknown" });
    }
    unsettled = null;
    onBalance(outcome.coins);
    if (outcome.kind === "dropped") return send({ type: "found", drop: outcome.drop });
    fail(because.kind === "server" ? because : { kind: "not-placed" });
  }

  async function readBalance() {
    const balance = await call("GET /api/coins").catch(() => null);
    if (balance) onBalance(balance.coins);
  }

  return {
    store,
    drop,
    /** Reports a failure before any request, in the same place as failures of requests. */
    fail,
    skip: land,
    /** Looks up a bet of unknown outcome, once back online. */
    async reconnect() {
      const bet = unsettled;
      if (bet) settle(bet, await outcomeOf(bet), { kind: "unknown" });
    },
    /** Shows the final balance when the page is left in the middle of a drop. */
    leave() {
      cancelTimer();
      showBalance(store.getState().play);
    },
  };
}
