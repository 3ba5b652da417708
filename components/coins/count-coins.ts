import { formatNumber } from "@/components/ui/number";

/** `1 coin`, `12,000 coins`. */
export function countCoins(coins: number): string {
  return `${formatNumber(coins)} ${coins === 1 ? "coin" : "coins"}`;
}
