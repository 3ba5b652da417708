"use client";

import { Icon } from "@/components/ui/icon";
import { useEffect, useRef, useState } from "react";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { Badge } from "@/components/ui/badge";
import { Button, LinkButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CoinAmount } from "@/components/coins/coin-amount";
import { formatNumber } from "@/components/ui/number";
import { SHOP } from "@/lib/domain/play/coins/rules";
import { useBalance } from "./balance-store";

const BuyDialog = loadOnDemand(() => import("./buy-dialog"));

interface PetForSaleProps {
  owned: boolean;
  coins: number;
  /** The viewer's handle: the pet lives on their profile. */
  owner: string;
}

export function PetForSale({ owned: rendered, coins: renderedCoins, owner }: PetForSaleProps) {
  const coins = useBalance(renderedCoins);
  const [bought, setBought] = useState(false);
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { name, price, description } = SHOP["profile-pet"];
  const owned = rendered || bought;
  const missing = price - coins;

  // The purchase removes the button that opened the dialog, so the focus moves to the item.
  useEffect(() => {
    if (bought && !asking) heading.current?.focus();
  }, [bought, asking]);

  return (
    <Card className="flex flex-wrap items-center gap-4 sm:gap-6">
      <div
        aria-hidden
        className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-card bg-brand-soft sm:size-24"
      >
        <span className="block size-16 bg-[url(/pet/dog.png)] bg-[length:auto_64px] [image-rendering:pixelated]" />
      </div>
      <div className="min-w-[min(10rem,100%)] flex-1">
        <h3 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-2 text-21">
          {name}
          {owned && (
            <Badge tone="good">
              <Icon name="check" />
              Yours
            </Badge>
          )}
        </h3>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      {owned ? (
        <div className="basis-full sm:basis-auto">
          <LinkButton href={`/users/${owner}`} className="grow">
            Visit your dog
          </LinkButton>
        </div>
      ) : (
        <div className="flex basis-full flex-wrap items-center justify-between gap-3 sm:basis-auto sm:flex-col sm:items-end">
          <CoinAmount value={price} className="font-display text-21 font-bold text-coin-ink" />
          {missing > 0 ? (
            <p className="text-13 text-muted">{formatNumber(missing)} coins to go</p>
          ) : (
            <Button variant="coin" onClick={() => setAsking(true)}>
              Buy
            </Button>
          )}
        </div>
      )}
      {asking && <BuyDialog coins={coins} onClose={() => setAsking(false)} onBought={() => setBought(true)} />}
    </Card>
  );
}
