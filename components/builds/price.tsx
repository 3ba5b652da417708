import { CoinAmount } from "@/components/coins/coin-amount";

export function Price({ price }: { price: number | null }) {
  return price === null ? (
    <span className="font-medium text-good">Free</span>
  ) : (
    <CoinAmount value={price} className="font-display font-semibold text-coin-ink" />
  );
}
