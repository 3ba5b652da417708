"use client";

import { CoinAmount } from "./coin-amount";
import { useBalance, useCountUp } from "./balance-store";

export function BalanceFigure({ coins }: { coins: number }) {
  return (
    <CoinAmount
      value={useCountUp(useBalance(coins))}
      className="font-display text-35 font-bold text-coin-ink max-[22rem]:text-27"
    />
  );
}
