"use client";

import { useState, useSyncExternalStore } from "react";
import { BalancePlot } from "@/components/coins/balance-plot";
import { useBalance } from "@/components/coins/balance-store";
import { clock } from "@/components/ui/clock";
import type { LedgerEntry } from "@/lib/domain/coins/schema";

type Point = Pick<LedgerEntry, "balance" | "createdAt">;

const MOST_POINTS = 60;

/** The plot of what was, going on with every balance that the page hears of while it is open. */
export function LivePlot({ entries, coins }: { entries: readonly Point[]; coins: number }) {
  const balance = useBalance(coins);
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const [points, setPoints] = useState(entries);
  const [newest] = points;
  if (newest && newest.balance !== balance)
    setPoints([{ balance, createdAt: new Date(now).toISOString() }, ...points].slice(0, MOST_POINTS));
  if (points.length < 2) return <p className="text-muted">Once your coins have moved, you see here how.</p>;
  return <BalancePlot entries={points} />;
}
