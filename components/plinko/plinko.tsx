"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import clsx from "clsx";
import { setBalance, useBalance } from "@/components/coins/balance-store";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { isKey } from "@/lib/client/key-press";
import { BINS, changeOf, binNumber } from "@/lib/domain/play/coins/plinko";
import { call } from "@/lib/client/call";
import { formatNumber } from "@/components/ui/number";
import { BetForm, readAmount } from "./bet-form";
import { Board } from "./board";
import { BinChoice } from "./bin-choice";
import type { Landed } from "./machine";
import { collect } from "./collected";
import { mannerNow } from "./manner";
import { Outcome } from "./outcome";
import { SoundSwitch, useSound } from "./sound-switch";
import { createGame, type Clock, DROPS_SHOWN } from "./game";

const MIDDLE_BIN = Math.floor(BINS / 2);

interface PlinkoProps {
  coins: number;
  /** Newest first. */
  drops: readonly Landed[];
}

/** The play screen. `coins` and `drops` are what the page was rendered with. */
export function Plinko({ coins: rendered, drops: recent }: PlinkoProps) {
  const { game, play, drops } = usePlinko(recent);
  const coins = useBalance(rendered);
  const [bin, setBin] = useState(MIDDLE_BIN);
  const [typed, setTyped] = useState("1");
  const [activated, setActivated] = useState(false);
  const activate = () => setActivated(true);
  const form = useRef<HTMLFormElement>(null);
  useHydratedForm(form, (found) => {
    const shown = new FormData(found);
    setTyped(String(shown.get("amount")));
    setBin(Number(shown.get("bin")));
  });
  useSound(play);

  function submit(event: FormEvent) {
    event.preventDefault();
    activate();
    if (play.phase !== "idle" || play.failure?.kind === "rate-limited") return;
    const read = readAmount(typed, coins);
    if ("problem" in read) return game.fail({ kind: "rejected", message: read.problem });
    void game.drop({ bin, amount: read.amount });
  }

  /** Chooses a cup by its digit, unless it is typed into a field. */
  function chooseByDigit(event: KeyboardEvent<HTMLFormElement>) {
    const chosen = Number(event.key) - 1;
    const radio = event.target instanceof HTMLInputElement && event.target.type === "radio";
    if (
      (event.target instanceof HTMLInputElement && !radio) ||
      play.phase !== "idle" ||
      !(chosen >= 0 && chosen < BINS)
    )
      return;
    setBin(chosen);
    if (radio) event.currentTarget.querySelector<HTMLElement>(`input[name=bin][value="${chosen}"]`)?.focus();
  }

  // Outside a <dialog> this method does nothing, so a submit before hydration cannot leave the page.
  return (
    <form
      ref={form}
      method="dialog"
      onSubmit={submit}
      onKeyDown={chooseByDigit}
      onPointerEnter={activate}
      onFocus={activate}
      aria-label="Plinko"
      className="mx-auto w-full max-w-144 min-w-0"
    >
      <Board play={play} activated={activated} onSkip={game.skip}>
        <BinChoice
          chosen={bin}
          onChoose={setBin}
          disabled={play.phase !== "idle"}
          landed={play.phase === "result" ? play.drop : null}
        />
      </Board>
      <Outcome play={play} coins={coins} last={drops[0] ?? null} />
      <BetForm
        typed={typed}
        onType={setTyped}
        coins={coins}
        bin={bin}
        play={play}
        problem={play.phase === "idle" && play.failure?.kind === "rejected"}
      />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <DropHistory drops={drops} />
        <SoundSwitch />
      </div>
    </form>
  );
}

const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

function usePlinko(drops: readonly Landed[]) {
  const [game] = useState(() =>
    createGame({
      call,
      clock: BROWSER_CLOCK,
      manner: mannerNow,
      drops,
      onBalance: setBalance,
      onAchievements: collect,
    }),
  );
  useEffect(() => {
    const reconnect = () => void game.reconnect();
    const skip = (event: globalThis.KeyboardEvent) => {
      if (isKey(event, "Escape")) game.skip();
    };
    addEventListener("online", reconnect);
    addEventListener("keydown", skip);
    return () => {
      removeEventListener("keydown", skip);
      removeEventListener("online", reconnect);
      game.leave();
    };
  }, [game]);
  return { game, ...useStore(game.store) };
}

/** A column per drop, a row per cup, the newest on the right. */
function DropHistory({ drops }: { drops: readonly Landed[] }) {
  const columns = [...drops].reverse();
  const bare = Array.from({ length: DROPS_SHOWN - columns.length });
  return (
    <figure className="flex flex-wrap items-center gap-3">
      <figcaption className="text-13 text-muted">
        Last {DROPS_SHOWN}
        <span className="sr-only"> drops, oldest first</span>
      </figcaption>
      <ol className="flex gap-1.5">
        {bare.map((_, index) => (
          <li key={`bare-${index}`} aria-hidden>
            <Column landed={null} />
          </li>
        ))}
        {columns.map((drop) => (
          <li key={`${drop.fairness.serverSeedHash}:${drop.fairness.nonce}`} title={dropLabel(drop)}>
            <span className="sr-only">{dropLabel(drop)}</span>
            <Column landed={drop} />
          </li>
        ))}
      </ol>
    </figure>
  );
}

function Column({ landed }: { landed: Landed | null }) {
  return (
    <span aria-hidden className="flex flex-col items-center gap-1">
      {Array.from({ length: BINS }, (_, bin) => (
        <span
          key={bin}
          className={clsx(
            "size-2 rounded-full",
            landed?.landedBin !== bin
              ? "scale-50 bg-line"
              : landed.won
                ? "animate-enter bg-coin ring-1 ring-coin-ink"
                : "animate-enter bg-muted",
          )}
        />
      ))}
    </span>
  );
}

function dropLabel(drop: Landed): string {
  const change = changeOf(drop.amount, drop.won);
  return `Cup ${binNumber(drop.landedBin)}: ${drop.won ? "won" : "lost"} ${formatNumber(Math.abs(change))}`;
}
