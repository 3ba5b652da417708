"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CoinAmount } from "@/components/coins/coin-amount";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { CLAIM_BELOW, CLAIM_COINS, canClaim } from "@/lib/domain/play/coins/rules";
import { refreshBalance, setBalance, useBalance } from "./balance-store";
import { type CoinFailure, coinFailureOf } from "./coin-failure";
import { FailureNote } from "./failure-note";

type Claiming = { phase: "ready" } | { phase: "pending" } | { phase: "failed"; failure: CoinFailure };

/** Offers free coins to readers who have almost none; hidden from all others. */
export function ClaimCard({ coins: rendered }: { coins: number }) {
  const coins = useBalance(rendered);
  const [claiming, setClaiming] = useState<Claiming>({ phase: "ready" });
  if (!canClaim(coins)) return null;

  async function claim() {
    setClaiming({ phase: "pending" });
    try {
      const { newBalance } = await call("POST /api/coins/claim");
      setClaiming({ phase: "ready" });
      setBalance(newBalance);
      toastStore.add({ text: <CoinAmount value={CLAIM_COINS} signed />, tone: "good" });
    } catch (error) {
      setClaiming({ phase: "failed", failure: coinFailureOf(error) });
      await refreshBalance();
    }
  }

  return (
    <Card className="animate-enter-up">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-21">Running low?</h2>
          <p className="mt-1 text-muted">
            Below {CLAIM_BELOW} coins, the next {CLAIM_COINS} are on the house.
          </p>
        </div>
        <Button variant="coin" pending={claiming.phase === "pending"} onClick={claim}>
          Claim {CLAIM_COINS} coins
        </Button>
      </div>
      {claiming.phase === "failed" && (
        <div className="mt-4">
          <FailureNote failure={claiming.failure} callbackURL="/coins" />
        </div>
      )}
    </Card>
  );
}
