import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatNumber } from "@/components/ui/number";
import { call } from "@/lib/client/call";
import { SHOP } from "@/lib/domain/play/coins/rules";
import { refreshBalance, setBalance } from "./balance-store";
import { coinFailureOf, failureMessage } from "./coin-failure";

type BuyDialogProps = { coins: number; onClose: () => void; onBought: () => void };

export default function BuyDialog({ coins, onClose, onBought }: BuyDialogProps) {
  const { name, price } = SHOP["profile-pet"];

  async function buy() {
    try {
      const { newBalance } = await call("POST /api/coins/purchase", { item: "profile-pet" });
      setBalance(newBalance);
    } catch (error) {
      // The response may have been lost after the purchase.
      if (!(await refreshBalance())?.hasProfilePet) throw new Error(failureMessage(coinFailureOf(error)));
    }
    onBought();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Buy the ${name.toLowerCase()}?`}
      action={`Buy for ${formatNumber(price)} coins`}
      onConfirm={buy}
    >
      You have {formatNumber(coins)} coins and will have {formatNumber(coins - price)} left. Purchases can’t be
      refunded.
    </ConfirmDialog>
  );
}
