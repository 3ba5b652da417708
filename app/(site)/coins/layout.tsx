import type { Metadata } from "next";
import type { ReactNode } from "react";
import { BalanceFigure } from "@/components/coins/balance-figure";
import { PageHeading } from "@/components/ui/page-heading";
import { currentViewer } from "@/lib/auth/viewer";
import { CoinsTabs } from "./coins-tabs";

export const metadata: Metadata = { title: "Coins" };

export default async function CoinsLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  return (
    <div className={PHONE}>
      <PageHeading title="Coins" actions={viewer && <BalanceFigure coins={viewer.coins} />} />
      <CoinsTabs />
      <div className="mt-4 sm:mt-6">{children}</div>
    </div>
  );
}

/** Close together on a phone, so that board and button are in sight at once. */
const PHONE = "max-sm:-mt-3 max-sm:[&>header]:mb-3";
