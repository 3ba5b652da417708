import { askCoins, type Wire } from "@/components/coins/ask";
import type { Refusal } from "@/components/coins/refusal";
import type { Bet, BetResult } from "@/lib/domain/coins/schema";
import { fallMs, type Manner } from "./flight";
import { findLostBet, type Fate } from "./lost-bet";
import { IDLE, play, type Landed, type Play, type PlayEvent } from "./machine";

/** The last drops shown beside the board, newest first. */
export const DROPS_SHOWN = 10;
export const RESULT_MS = 2000;
/** A bet whose answer was lost may still be on its way to the server: look twice. */
const SECOND_LOOK_MS = 1500;

export type Clock = { now: () => number; after: (ms: number, then: () => void) => () => void };

export type GameSetup = {
  wire: Wire;
  clock: Clock;
  manner: () => Manner;
  drops: readonly Landed[];
  /** Called when a balance may be shown: at the landing, not at the answer that knows it already. */
  onBalance: (coins: number) => void;
};

export type Snapshot = { play: Play; drops: readonly Landed[] };

export type Game = ReturnType<typeof createGame>;

/** The machine with its hands and its clock: sends the bet, times the fall, looks after a lost answer. */
export function createGame({ wire, clock, manner, drops, onBalance }: GameSetup) {
  let snapshot: Snapshot = { play: IDLE, drops };
  let unsettled: Bet | null = null;
  let cancelTimer = () => {};
  const listeners = new Set<() => void>();

  function send(event: PlayEvent) {
    const before = snapshot.play;
    const now = play(before, event);
    if (now === before) return;
    snapshot = {
      play: now,
      drops: now.phase === "result" ? [now.drop, ...snapshot.drops].slice(0, DROPS_SHOWN) : snapshot.drops,
    };
    cancelTimer();
    cancelTimer = timeNext(now);
    if (now.phase === "result") showBalance(before);
    for (const listener of listeners) listener();
  }

  function timeNext(now: Play): () => void {
    if (now.phase === "result") return clock.after(RESULT_MS, () => send({ type: "rested" }));
    if (now.phase === "dropping" && now.ball.at === "pegs") {
      return clock.after(fallMs(now.ball.result.path, now.ball.manner), land);
    }
    if (now.phase === "idle" && now.refusal?.kind === "limited") {
      return clock.after(now.refusal.until - wire.now(), () => send({ type: "refusalPassed" }));
    }
    return () => {};
  }

  function showBalance(before: Play) {
    if (before.phase === "dropping" && before.ball.at === "pegs") onBalance(before.ball.result.newBalance);
  }

  function land() {
    send({ type: "landed" });
  }

  function refuse(refusal: Refusal) {
    send({ type: "refused", refusal });
  }

  async function drop(bet: Bet) {
    if (snapshot.play.phase !== "idle") return;
    unsettled = null;
    send({ type: "submitted", bet });
    const answer = await askCoins<BetResult>(wire, "POST", "/api/coins/bet", bet);
    if (answer.ok) return send({ type: "answered", result: answer.value, manner: manner(), at: clock.now() });
    const { refusal } = answer;
    if (refusal.kind === "lost" || refusal.kind === "server") return lookAfter(bet, refusal);
    refuse(refusal);
    if (refusal.kind === "refused") await readBalance();
  }

  async function lookAfter(bet: Bet, because: Refusal) {
    send({ type: "answerLost" });
    let fate = await fateOf(bet);
    if (fate.kind === "never") {
      await new Promise<void>((resolve) => clock.after(SECOND_LOOK_MS, resolve));
      fate = await fateOf(bet);
    }
    settle(bet, fate, because);
  }

  function fateOf(bet: Bet) {
    return findLostBet(wire, bet, snapshot.drops[0]?.fairness ?? null);
  }

  function settle(bet: Bet, fate: Fate, because: Refusal) {
    if (fate.kind === "unknown") {
      unsettled = bet;
      return refuse(fate.refusal.kind === "signed-out" ? fate.refusal : { kind: "lost" });
    }
    unsettled = null;
    onBalance(fate.coins);
    if (fate.kind === "dropped") return send({ type: "found", drop: fate.drop });
    refuse(because.kind === "server" ? because : { kind: "undropped" });
  }

  async function readBalance() {
    const answer = await askCoins<{ coins: number }>(wire, "GET", "/api/coins");
    if (answer.ok) onBalance(answer.value.coins);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => snapshot,
    drop,
    /** Says no before asking the server, in the same words and place as its own refusals. */
    refuse,
    skip: land,
    /** Back online: a bet that nobody could say anything about can be looked up. */
    async reconnect() {
      const bet = unsettled;
      if (bet) settle(bet, await fateOf(bet), { kind: "lost" });
    },
    /** Leaving the page in the middle of a drop must not leave an old balance in the header. */
    leave() {
      cancelTimer();
      showBalance(snapshot.play);
    },
  };
}
