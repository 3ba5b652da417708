import type { CoinBalance } from "@/lib/domain/coins/schema";
import { BROWSER_WIRE, askCoins } from "./ask";
import { setBalance } from "./balance-store";

/** After an answer that was lost or unexpected: what really is, now or, if that fails too, once back online. */
export async function readTrueBalance(): Promise<CoinBalance | null> {
  const answer = await askCoins<CoinBalance>(BROWSER_WIRE, "GET", "/api/coins");
  if (answer.ok) setBalance(answer.value.coins);
  else addEventListener("online", () => void readTrueBalance(), { once: true });
  return answer.ok ? answer.value : null;
}
