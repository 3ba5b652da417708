"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CoinAmount } from "@/components/ui/coin-amount";
import { useToast } from "@/components/ui/toast";
import { CLAIM_BELOW, CLAIM_COINS, canClaim } from "@/lib/domain/coins/rules";
import type { ClaimResult } from "@/lib/domain/coins/schema";
import { BROWSER_WIRE, askCoins } from "./ask";
import { setBalance, useBalance } from "./balance-store";
import type { Refusal } from "./refusal";
import { RefusalNote } from "./refusal-note";
import { readTrueBalance } from "./true-balance";

type Claiming = { phase: "open" } | { phase: "asking" } | { phase: "refused"; refusal: Refusal };

/** A hand up for whoever has next to nothing; not there for anyone else. */
export function ClaimCard({ coins: rendered }: { coins: number }) {
  const coins = useBalance(rendered);
  const [claiming, setClaiming] = useState<Claiming>({ phase: "open" });
  const toast = useToast();
  if (!canClaim(coins)) return null;

  async function claim() {
    setClaiming({ phase: "asking" });
    const answer = await askCoins<ClaimResult>(BROWSER_WIRE, "POST", "/api/coins/claim");
    if (!answer.ok) {
      setClaiming({ phase: "refused", refusal: answer.refusal });
      return void readTrueBalance();
    }
    setClaiming({ phase: "open" });
    setBalance(answer.value.newBalance);
    toast(<CoinAmount value={CLAIM_COINS} signed />, { tone: "good" });
  }

  return (
    <Card className="animate-enter-up">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-21">Running low?</h2>
          <p className="mt-1 text-muted">
            With fewer than {CLAIM_BELOW} coins, the next {CLAIM_COINS} are on the house.
          </p>
        </div>
        <Button variant="coin" pending={claiming.phase === "asking"} onClick={claim}>
          Claim {CLAIM_COINS} coins
        </Button>
      </div>
      {claiming.phase === "refused" && (
        <div className="mt-4">
          <RefusalNote refusal={claiming.refusal} callbackURL="/coins" />
        </div>
      )}
    </Card>
  );
}
