"use client";

import { useState, useSyncExternalStore } from "react";
import { BalancePlot } from "@/components/coins/balance-plot";
import { useBalance } from "@/components/coins/balance-store";
import { clock } from "@/components/ui/clock";
import type { LedgerEntry } from "@/lib/domain/play/coins/schema";

type Point = Pick<LedgerEntry, "balance" | "createdAt">;

const MOST_POINTS = 60;

export function LivePlot({ entries, coins }: { entries: readonly Point[]; coins: number }) {
  const balance = useBalance(coins);
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const [points, setPoints] = useState(entries);
  const [newest] = points;
  if (newest && newest.balance !== balance)
    setPoints([{ balance, createdAt: new Date(now).toISOString() }, ...points].slice(0, MOST_POINTS));
  if (points.length < 2) return <p className="text-muted">Your balance over time will show up here.</p>;
  return <BalancePlot entries={points} />;
}
