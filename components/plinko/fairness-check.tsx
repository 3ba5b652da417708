"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Field, Select, Input } from "@/components/ui/field";
import { formatNumber } from "@/components/ui/number";
import { relativeTime } from "@/components/ui/relative-time-text";
import type { Fairness, LedgerEntry, RotatedFairness, SettledBet } from "@/lib/domain/play/coins/schema";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { type CoinFailure, coinFailureOf } from "@/components/coins/coin-failure";
import { FailureNote } from "@/components/coins/failure-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { call } from "@/lib/client/call";
import { MAX_CLIENT_SEED } from "@/lib/domain/play/coins/rules";
import { Proof } from "./proof";

export type DropEntry = Pick<LedgerEntry, "id" | "createdAt"> & { bet: SettledBet };

type FairnessCheckProps = {
  /** Newest first. */
  drops: readonly DropEntry[];
  /** The id of the drop to select. */
  selected?: string;
  now: number;
};

/** Lets the viewer pick a past drop and verifies it in the browser. */
export function FairnessCheck({ drops: rendered, selected, now }: FairnessCheckProps) {
  const [drops, setDrops] = useState(rendered);
  const router = useRouter();
  const [id, setId] = useState(selected ?? rendered[0]?.id);
  const drop = drops.find((entry) => entry.id === id) ?? drops[0];
  if (!drop) return <p className="text-muted">Drop a ball, and you can check it here.</p>;

  /** Every drop with the revealed seed can be verified from now on. */
  function open({ revealed }: RotatedFairness) {
    // Other parts of the page may show the retired seeds.
    router.refresh();
    setDrops(
      drops.map((entry) =>
        entry.bet.fairness.serverSeedHash === revealed.serverSeedHash ? withSeed(entry, revealed.serverSeed) : entry,
      ),
    );
  }

  const { serverSeed } = drop.bet.fairness;
  return (
    <div className="grid gap-6 *:min-w-0">
      <Field label="Drop to check">
        <Select
          value={drop.id}
          onChange={(event) => setId(event.target.value)}
          options={drops.map((entry) => [entry.id, dropLabel(entry, now)])}
        />
      </Field>
      {serverSeed === null ? (
        <HiddenSeed fairness={drop.bet.fairness} onReveal={open} />
      ) : (
        <Proof key={drop.id} past={{ ...drop.bet.fairness, serverSeed, landedBin: drop.bet.landedBin }} />
      )}
    </div>
  );
}

function withSeed(entry: DropEntry, serverSeed: string): DropEntry {
  return { ...entry, bet: { ...entry.bet, fairness: { ...entry.bet.fairness, serverSeed } } };
}

function dropLabel({ bet, createdAt }: DropEntry, now: number): string {
  const end = bet.won ? "won" : "lost";
  return `Drop ${bet.fairness.nonce}: cup ${binNumber(bet.landedBin)}, ${end} ${formatNumber(bet.amount)}, ${relativeTime(new Date(createdAt), now)}`;
}

type Revealing = { phase: "hidden" } | { phase: "pending" } | { phase: "failed"; failure: CoinFailure };

type HiddenSeedProps = { fairness: Fairness; onReveal: (rotated: RotatedFairness) => void };

/** A seed in use would give away the next drops, so revealing it also retires it. */
function HiddenSeed({ fairness, onReveal }: HiddenSeedProps) {
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
