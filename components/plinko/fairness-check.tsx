"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatNumber } from "@/components/ui/number";
import { relativeTime } from "@/components/ui/relative-time-text";
import type { LedgerEntry, RotatedFairness, SettledBet } from "@/lib/domain/coins/schema";
import { cupNumber } from "./cup-number";
import { Proof } from "./proof";
import { HiddenSeed } from "./hidden-seed";

/** A ledger entry of a drop. */
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
        <Select value={drop.id} onChange={(event) => setId(event.target.value)}>
          {drops.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {dropLabel(entry, now)}
            </option>
          ))}
        </Select>
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
  return `Drop ${bet.fairness.nonce}: cup ${cupNumber(bet.landedBin)}, ${end} ${formatNumber(bet.amount)}, ${relativeTime(new Date(createdAt), now)}`;
}
