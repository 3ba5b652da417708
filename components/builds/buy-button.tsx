"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { setBalance, useBalance } from "@/components/coins/balance-store";
import { countCoins } from "@/components/coins/count-coins";
import { loginHref } from "@/components/shell/login-href";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { CoinAmount } from "@/components/ui/coin-amount";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LinkButton } from "@/components/ui/link-button";
import { formatNumber } from "@/components/ui/number";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

interface BuyButtonProps {
  slug: string;
  title: string;
  author: string;
  price: number;
  bought: boolean;
}

/** Buys a build, after a confirmation. */
export function BuyButton({ slug, title, author, price, bought }: BuyButtonProps) {
  const viewer = useViewer();
  const router = useRouter();
  const balance = useBalance(viewer?.coins ?? 0);
  if (bought)
    return (
      <p className="flex h-(--control) items-center justify-center gap-2 rounded-control bg-good-soft font-medium text-good">
        <Check aria-hidden className="size-5" />
        Yours
      </p>
    );
  if (!viewer)
    return (
      <LinkButton href={loginHref(`/builds/${slug}`)} variant="coin" className="w-full">
        Sign in to buy
      </LinkButton>
    );
  if (balance < price) {
    return (
      <>
        <Button variant="coin" disabled className="w-full">
          Buy for <CoinAmount value={price} />
        </Button>
        <p className="mt-2 text-13 text-muted">
          You have {formatNumber(balance)}.{" "}
          <Link href="/coins" className="link">
            Win or claim some more
          </Link>
        </p>
      </>
    );
  }

  async function buy() {
    const { newBalance } = await call("POST /api/builds/{slug}/buy", { slug, price }).catch((error: unknown) => {
      // The author may have changed the price since the page was rendered; the dialog then asks again with the new one.
      router.refresh();
      throw error;
    });
    setBalance(newBalance);
    toastStore.add({ text: `“${title}” is yours.`, tone: "good" });
    router.refresh();
  }

  return (
    <ConfirmDialog
      title={`Buy “${title}”?`}
      action={`Pay ${countCoins(price)}`}
      onConfirm={buy}
      trigger={
        <Button variant="coin" className="w-full">
          Buy for <CoinAmount value={price} />
        </Button>
      }
    >
      <p>
        {author} gets {countCoins(price)}, and you keep {formatNumber(balance - price)}.
      </p>
    </ConfirmDialog>
  );
}
