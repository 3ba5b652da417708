"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";
import { MAX_CLIENT_SEED } from "@/lib/domain/coins/rules";
import { BALLS, CHIPS } from "@/lib/domain/duels/rules";
import { type Pick, stakedChips } from "@/lib/domain/duels/scoring";
import { BallRow } from "./ball-row";
import { binField, picksIn, stakeField } from "./picks";

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
    <Form submit={submit} onInput={recount} aria-label="Your picks" className="grid gap-5">
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
      <FormError />
      <SubmitButton size="large">Play these picks</SubmitButton>
    </Form>
  );
}

/** What replaces the form, such as the replay, is shown from the top of the page. */
function readFromTop() {
  scrollTo({ top: 0 });
  document.getElementById("content")?.focus({ preventScroll: true });
}

/** Our choice: half of the chips on the middle cup by default. */
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
