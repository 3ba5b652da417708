"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { controlStyle } from "@/components/ui/control-style";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { MAX_CLIENT_SEED } from "@/lib/domain/play/coins/rules";
import { BALLS, CHIPS } from "@/lib/domain/play/duels/rules";
import { type Pick, stakedChips } from "@/lib/domain/play/duels/scoring";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/button";
import { BINS, binNumber } from "@/lib/domain/play/coins/plinko";
import { payoutLabel } from "./duel-labels";

interface PicksFormProps {
  duelId: string;
  /** A random seed to start with, made on the server, so that the page is complete before any script runs. */
  suggestedSeed: string;
}

/** A cup and a stake for each ball. The fields are uncontrolled, so that choices made before hydration count. */
export function PicksForm({ duelId, suggestedSeed }: PicksFormProps) {
  const router = useRouter();
  const rows = useRef<HTMLDivElement>(null);
  const [staked, setStaked] = useState(stakedChips(DEFAULT_PICKS));
  useEffect(() => {
    const form = rows.current?.closest("form");
    if (form) setStaked(stakedChips(picksIn(new FormData(form))));
  }, []);
  const isPlayed = useRef(false);
  useEffect(() => () => void (isPlayed.current && readFromTop()), []);
  const recount = (event: FormEvent<HTMLFormElement>) =>
    setStaked(stakedChips(picksIn(new FormData(event.currentTarget))));

  async function submit(entries: FormData) {
    const picks = picksIn(entries);
    const over = stakedChips(picks) - CHIPS;
    if (over > 0) return { message: `You have ${CHIPS} chips. Take back ${over}.`, fields: {} };
    try {
      await call("POST /api/ranked/challenge/{id}", {
        id: duelId,
        action: "play",
        clientSeed: String(entries.get("clientSeed")),
        picks,
      });
      isPlayed.current = true;
    } finally {
      // Refreshes even after a failure: the response may have been lost, or another tab may have been faster.
      router.refresh();
    }
  }

  return (
    <Form
      action="Play these picks"
      look={{ size: "large" }}
      submit={submit}
      onInput={recount}
      aria-label="Your picks"
      className="grid gap-5"
    >
      <div ref={rows} className="grid gap-3">
        {DEFAULT_PICKS.map((pick, ball) => (
          <BallRow key={ball} ball={ball} pick={pick} names={{ bin: binField(ball), stake: stakeField(ball) }} />
        ))}
      </div>
      <ChipsLeft staked={staked} />
      <details className="text-13">
        <summary className="cursor-pointer text-muted">Your part of the randomness</summary>
        <Field
          label="Your seed"
          name="clientSeed"
          hint="Any text. Both seeds and the server's decide the paths, so nobody alone can."
          className="mt-3"
        >
          <Input
            defaultValue={suggestedSeed}
            maxLength={MAX_CLIENT_SEED}
            required
            autoComplete="off"
            className="font-mono"
          />
        </Field>
      </details>
    </Form>
  );
}

/** What replaces the form, such as the replay, is shown from the top of the page. */
function readFromTop() {
  scrollTo({ top: 0 });
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** Half of the chips on the middle cup, which is the likeliest; the other half is kept. */
const DEFAULT_PICKS: Pick[] = Array.from({ length: BALLS }, () => ({ bin: 2, stake: 10 }));

function ChipsLeft({ staked }: { staked: number }) {
  const left = CHIPS - staked;
  return (
    <p role="status" className={left < 0 ? "font-medium text-bad" : "text-muted"}>
      {left < 0
        ? `${staked} chips staked: ${-left} more than you have.`
        : `${staked} of ${CHIPS} chips staked. You keep ${left}.`}
    </p>
  );
}

const binField = (ball: number) => `bin-${ball}`;
const stakeField = (ball: number) => `stake-${ball}`;

/** The picks that a form's fields hold. An empty stake is none. */
export function picksIn(entries: FormData): Pick[] {
  return Array.from({ length: BALLS }, (_, ball) => ({
    bin: Number(entries.get(binField(ball))),
    stake: Number(entries.get(stakeField(ball)) ?? 0),
  }));
}

const STEP = 5;

function BallRow({ ball, pick, names }: { ball: number; pick: Pick; names: { bin: string; stake: string } }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:items-center">
      <legend className="sr-only">Ball {ball + 1}</legend>
      <span aria-hidden className="font-display font-semibold">
        Ball {ball + 1}
      </span>
      <div className="grid grid-cols-5 overflow-hidden rounded-control bg-wood text-wood-ink">
        {Array.from({ length: BINS }, (_, bin) => (
          <label key={bin} className={CUP}>
            <input type="radio" name={names.bin} value={bin} defaultChecked={bin === pick.bin} className="sr-only" />
            <span className="font-display text-17 leading-tight font-bold">
              <span className="sr-only">Cup </span>
              {binNumber(bin)}
            </span>
            <span className="text-13 leading-tight">
              <span className="sr-only">, pays </span>
              {payoutLabel(bin)}
            </span>
          </label>
        ))}
      </div>
      <div className="flex items-center justify-end gap-1">
        <IconButton label={`${STEP} chips less on ball ${ball + 1}`} onClick={step(-STEP)}>
          <Icon name="minus" />
        </IconButton>
        <label>
          <span className="sr-only">Chips on ball {ball + 1}</span>
          <input
            type="number"
            inputMode="numeric"
            name={names.stake}
            defaultValue={pick.stake}
            min={0}
            max={CHIPS}
            step={1}
            required
            className={`${controlStyle} h-(--control) w-18 [appearance:textfield] text-center font-display font-semibold [&::-webkit-inner-spin-button]:appearance-none`}
          />
        </label>
        <IconButton label={`${STEP} chips more on ball ${ball + 1}`} onClick={step(STEP)}>
          <Icon name="plus" />
        </IconButton>
      </div>
    </fieldset>
  );
}

const CUP =
  "grid min-h-12 cursor-pointer justify-items-center gap-0.5 rounded-control border-2 border-transparent py-1.5 transition-colors " +
  "hover:not-has-checked:border-wood-ink/35 has-checked:border-(--chosen,var(--wood-ink)) has-checked:bg-wood-ink has-checked:text-wood " +
  "has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-brand";

/** Changes the stake next to the button, and notifies the form as if it had been typed. */
function step(chips: number) {
  return ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const input = currentTarget.parentElement?.querySelector("input");
    if (!input) return;
    const value = Math.min(CHIPS, Math.max(0, (input.valueAsNumber || 0) + chips));
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
