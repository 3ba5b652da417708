"use client";

import { SignInLink } from "@/components/shell/sign-in-link";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { useState } from "react";
import { useBalance } from "@/components/coins/balance-store";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { CoinAmount } from "@/components/coins/coin-amount";
import { formatNumber } from "@/components/ui/number";

const load = () => import("./buy-dialog");
const BuyDialog = loadOnDemand(load);
const preloading = { onPointerEnter: preload(load), onFocus: preload(load) };

interface BuyButtonProps {
  slug: string;
  title: string;
  author: string;
  price: number;
  bought: boolean;
}

export function BuyButton({ slug, title, author, price, bought }: BuyButtonProps) {
  const viewer = useViewer();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const balance = useBalance(viewer?.coins ?? 0);
  if (bought)
    return (
      <p className="flex h-(--control) items-center justify-center gap-2 rounded-control bg-good-soft font-medium text-good">
        <Icon name="check" className="size-5" />
        Yours
      </p>
    );
  if (!viewer)
    return (
      <SignInLink to={`/builds/${slug}`} className={buttonStyle({ variant: "coin" }, "w-full")}>
        Sign in to buy
      </SignInLink>
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

  return (
    <>
      <Button variant="coin" className="w-full" aria-haspopup="dialog" onClick={() => setAsking(true)} {...preloading}>
        Buy for <CoinAmount value={price} />
      </Button>
      {asking && <BuyDialog {...{ slug, title, author, price, balance }} onClose={close} />}
    </>
  );
}
