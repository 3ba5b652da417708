"use client";

import Link from "next/link";
import { useBalance } from "@/components/coins/balance-store";
import { useCountUp } from "@/components/coins/use-count-up";
import { CoinAmount } from "@/components/coins/coin-amount";

export function CoinBalance({ coins }: { coins: number }) {
  const shown = useCountUp(useBalance(coins));
  return (
    <Link
      href="/coins"
      prefetch={false}
      className="touch-target flex h-9 items-center rounded-full border border-coin/50 bg-coin-soft px-3 font-display text-15 font-semibold text-coin-ink transition-colors hover:border-coin"
    >
      <CoinAmount value={shown} />
    </Link>
  );
}
