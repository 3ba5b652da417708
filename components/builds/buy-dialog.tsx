import { useRouter } from "next/navigation";
import { setBalance } from "@/components/coins/balance-store";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { formatNumber } from "@/components/ui/number";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";
import { countCoins } from "@/lib/domain/play/coins/rules";

interface BuyDialogProps {
  slug: string;
  title: string;
  author: string;
  price: number;
  balance: number;
  onClose: () => void;
}

export default function BuyDialog({ slug, title, author, price, balance, onClose }: BuyDialogProps) {
  const router = useRouter();
  const done = useDone();

  async function buy() {
    const { newBalance } = await call("POST /api/builds/{slug}/buy", { slug, price }).catch((error: unknown) => {
      // The price may have changed since the page was rendered; the dialog then asks again.
      router.refresh();
      throw error;
    });
    setBalance(newBalance);
    done(`“${title}” is yours.`);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Buy “${title}”?`}
      action={`Pay ${countCoins(price)}`}
      onConfirm={buy}
    >
      <p>
        {author} gets {countCoins(price)}, and you keep {formatNumber(balance - price)}.
      </p>
    </ConfirmDialog>
  );
}
