import { call } from "@/lib/client/call";
import type { CoinBalance } from "@/lib/domain/coins/schema";
import { setBalance } from "./balance-store";

/** Reloads the balance after a lost or unexpected response; if that fails, again once back online. */
export async function refreshBalance(): Promise<CoinBalance | null> {
  try {
    const balance = await call("GET /api/coins");
    setBalance(balance.coins);
    return balance;
  } catch {
    addEventListener("online", () => void refreshBalance(), { once: true });
    return null;
  }
}
