import { createStore } from "zustand/vanilla";
import { type CoinFailure, coinFailureOf } from "@/components/coins/coin-failure";
import type { Call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { AchievementKey } from "@/lib/domain/play/coins/achievements";
import type { Bet } from "@/lib/domain/play/coins/schema";
import { fallMs, type Manner } from "./flight";
import { IDLE, play, type Landed, type Play, type PlayEvent } from "./machine";

/** The last drops shown beside the board, newest first. */
export const DROPS_SHOWN = 10;
export const RESULT_MS = 2000;
/** How long after each lost response a bet is sent again. */
const RETRY_MS = [500, 1500];
/** Nobody expects a ball to drop for an older click. */
const MAX_AGE_MS = 60_000;

/** A bet with its key: the server places it once, however often it arrives. */
interface PlacedBet {
  bet: Bet;
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  at: number;
}

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
  /** Called at the landing with what the drop added to the collection. */
  onAchievements?: (achievements: readonly AchievementKey[]) => void;
};

export type Snapshot = { play: Play; drops: readonly Landed[] };

/** Drives the state machine: places the bet, times the fall, and resends a bet whose response was lost. */
export function createGame({ call, clock, manner, drops, onBalance, onAchievements }: GameSetup) {
  const store = createStore<Snapshot>(() => ({ play: IDLE, drops }));
  let unsettled: PlacedBet | null = null;
  let cancelTimer = () => {};

  function send(event: PlayEvent) {
    const { play: before, drops } = store.getState();
    const now = play(before, event);
    if (now === before) return;
    cancelTimer();
    cancelTimer = timeNext(now);
    if (now.phase === "result") {
      showBalance(before);
      if (now.drop.achievements?.length) onAchievements?.(now.drop.achievements);
    }
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
    await place({ bet, idempotencyKey: crypto.randomUUID(), at: clock.date() });
  }

  async function place(placed: PlacedBet) {
    const { bet, idempotencyKey } = placed;
    if (store.getState().play.phase !== "idle") return;
    unsettled = null;
    send({ type: "submitted", bet });
    let mayBePlaced = false;
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await call("POST /api/coins/bet", bet, { idempotencyKey });
        return send({ type: "answered", result, manner: manner(), at: clock.now() });
      } catch (error) {
        const failure = lossOf(error);
        mayBePlaced ||= failure.kind === "unknown";
        const isLost = failure.kind === "unknown" || failure.kind === "server";
        const wait = RETRY_MS[attempt];
        if (!isLost || wait === undefined) {
          // Once a response was lost, only the server's response about the bet itself is conclusive.
          const isCertain = !mayBePlaced || failure.kind === "rejected";
          return settle(placed, isCertain ? failure : { kind: "unknown" });
        }
        send({ type: "answerLost" });
        await new Promise<void>((resolve) => clock.after(wait, resolve));
      }
    }
  }

  async function settle(placed: PlacedBet, failure: CoinFailure) {
    if (failure.kind === "unknown") unsettled = placed;
    fail(failure);
    if (failure.kind === "rejected" || failure.kind === "server") await readBalance();
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
    /** Settles a bet of unknown outcome, once back online. */
    async reconnect() {
      const placed = unsettled;
      if (!placed) return;
      if (clock.date() - placed.at <= MAX_AGE_MS) return place(placed);
      unsettled = null;
      await readBalance();
      send({ type: "failureExpired" });
    },
    /** Shows the final balance when the page is left in the middle of a drop. */
    leave() {
      cancelTimer();
      showBalance(store.getState().play);
    },
  };
}

/** A bet that is still in progress (409) counts as a lost response. */
function lossOf(error: unknown): CoinFailure {
  const isUnderWay = error instanceof CallError && error.status === 409;
  return isUnderWay ? { kind: "unknown" } : coinFailureOf(error);
}
