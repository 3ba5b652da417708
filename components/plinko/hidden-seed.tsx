"use client";

import { useState, type FormEvent } from "react";
import { type CoinFailure, coinFailureOf } from "@/components/coins/coin-failure";
import { FailureNote } from "@/components/coins/failure-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";
import { MAX_CLIENT_SEED } from "@/lib/domain/coins/rules";
import type { Fairness, RotatedFairness } from "@/lib/domain/coins/schema";

type Revealing = { phase: "hidden" } | { phase: "pending" } | { phase: "failed"; failure: CoinFailure };

type HiddenSeedProps = { fairness: Fairness; onReveal: (rotated: RotatedFairness) => void };

/** A seed in use would give away the next drops, so revealing it also retires it. */
export function HiddenSeed({ fairness, onReveal }: HiddenSeedProps) {
  const [revealing, setRevealing] = useState<Revealing>({ phase: "hidden" });
  const [clientSeed, setClientSeed] = useState("");

  async function reveal(event: FormEvent) {
    event.preventDefault();
    if (revealing.phase === "pending") return;
    setRevealing({ phase: "pending" });
    try {
      onReveal(await call("POST /api/coins/fairness/rotate", clientSeed === "" ? {} : { clientSeed }));
    } catch (error) {
      setRevealing({ phase: "failed", failure: coinFailureOf(error) });
    }
  }

  return (
    <Card>
      <form method="dialog" onSubmit={reveal} className="grid gap-4">
        <div>
          <h3 className="text-21">This seed is still secret</h3>
          <p className="mt-1 text-muted">
            It also decides your next drops. Reveal it, and every drop it decided can be checked; a fresh seed takes its
            place.
          </p>
          <p className="mt-3 text-13 text-muted">Hash of our half</p>
          <code className="block font-mono text-13 break-all">{fairness.serverSeedHash}</code>
        </div>
        <Field
          label="Your part of the next seed"
          hint={`Anything you like, up to ${MAX_CLIENT_SEED} characters. Leave it empty to keep the current one.`}
        >
          <Input
            value={clientSeed}
            maxLength={MAX_CLIENT_SEED}
            placeholder={fairness.clientSeed}
            onChange={(event) => setClientSeed(event.target.value)}
          />
        </Field>
        {revealing.phase === "failed" && <FailureNote failure={revealing.failure} callbackURL="/coins/fairness" />}
        <Button type="submit" variant="primary" pending={revealing.phase === "pending"} className="justify-self-start">
          Reveal the seed
        </Button>
      </form>
    </Card>
  );
}
