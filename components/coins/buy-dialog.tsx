"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatNumber } from "@/components/ui/number";
import { SHOP, type ShopItem } from "@/lib/domain/coins/rules";
import type { PurchaseResult } from "@/lib/domain/coins/schema";
import { BROWSER_WIRE, askCoins } from "./ask";
import { setBalance } from "./balance-store";
import { refusalWords } from "./refusal-words";
import { readTrueBalance } from "./true-balance";

type BuyDialogProps = { item: ShopItem; coins: number; onClose: () => void; onBought: () => void };

/** Asks once more before coins go. Fetched only when somebody wants to buy. */
export default function BuyDialog({ item, coins, onClose, onBought }: BuyDialogProps) {
  const { name, price } = SHOP[item];

  async function buy() {
    const answer = await askCoins<PurchaseResult>(BROWSER_WIRE, "POST", "/api/coins/purchase", { item });
    if (answer.ok) setBalance(answer.value.newBalance);
    else if (!(await readTrueBalance())?.hasProfilePet) throw new Error(refusalWords(answer.refusal));
    onBought();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Buy the ${name.toLowerCase()}?`}
      action={`Buy it for ${formatNumber(price)} coins`}
      onConfirm={buy}
    >
      You have {formatNumber(coins)} coins and will have {formatNumber(coins - price)} left. Coins spent do not come
      back.
    </ConfirmDialog>
  );
}
