"use client";

import { useState, type FormEvent } from "react";
import { BROWSER_WIRE, askCoins } from "@/components/coins/ask";
import type { Refusal } from "@/components/coins/refusal";
import { RefusalNote } from "@/components/coins/refusal-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { MAX_CLIENT_SEED } from "@/lib/domain/coins/rules";
import type { Fairness, RotatedFairness } from "@/lib/domain/coins/schema";

type Revealing = { phase: "sealed" } | { phase: "asking" } | { phase: "refused"; refusal: Refusal };

type SealedSeedProps = { fairness: Fairness; onReveal: (rotated: RotatedFairness) => void };

/** A seed in use would tell the next drops, so it is revealed only together with its retirement. */
export function SealedSeed({ fairness, onReveal }: SealedSeedProps) {
  const [revealing, setRevealing] = useState<Revealing>({ phase: "sealed" });
  const [clientSeed, setClientSeed] = useState("");

  async function reveal(event: FormEvent) {
    event.preventDefault();
    if (revealing.phase === "asking") return;
    setRevealing({ phase: "asking" });
    const wish = clientSeed === "" ? {} : { clientSeed };
    const answer = await askCoins<RotatedFairness>(BROWSER_WIRE, "POST", "/api/coins/fairness/rotate", wish);
    if (answer.ok) onReveal(answer.value);
    else setRevealing({ phase: "refused", refusal: answer.refusal });
  }

  return (
    <Card>
      <form method="dialog" onSubmit={reveal} className="grid gap-4">
        <div>
          <h3 className="text-21">This seed is still sealed</h3>
          <p className="mt-1 text-muted">
            Your next drops fall by it too. Reveal it, and every drop that it steered can be checked; a fresh one takes
            its place.
          </p>
          <p className="mt-3 text-13 text-muted">Fingerprint of our half</p>
          <code className="block font-mono text-13 break-all">{fairness.serverSeedHash}</code>
        </div>
        <Field
          label="Your part of the next seed"
          hint={`Anything you like, up to ${MAX_CLIENT_SEED} characters; left empty, it stays as it is.`}
        >
          <Input
            value={clientSeed}
            maxLength={MAX_CLIENT_SEED}
            placeholder={fairness.clientSeed}
            onChange={(event) => setClientSeed(event.target.value)}
          />
        </Field>
        {revealing.phase === "refused" && <RefusalNote refusal={revealing.refusal} callbackURL="/coins/fairness" />}
        <Button type="submit" variant="primary" pending={revealing.phase === "asking"} className="justify-self-start">
          Reveal the seed
        </Button>
      </form>
    </Card>
  );
}
