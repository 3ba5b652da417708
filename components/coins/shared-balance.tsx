import { useEffect } from "react";
import { shareBalance } from "./balance-store";

/** Keeps the balance of this tab equal to that of the account's other tabs while mounted. */
export function SharedBalance({ account }: { account: string }) {
  useEffect(() => shareBalance(account), [account]);
  return null;
}
