import type { ReactNode } from "react";
import { BalanceFigure } from "@/components/coins/balance-figure";
import { PageHeading } from "@/components/ui/section";
import { PathTabs } from "@/components/ui/path-tabs";
import { currentViewer } from "@/lib/auth/page-context";

const TABS = [
  { href: "/coins", label: "Play" },
  { href: "/coins/history", label: "History" },
  { href: "/coins/fairness", label: "Fairness" },
];

export default async function CoinsLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  return (
    <div className={CLOSE}>
      <PageHeading title="Coins" actions={viewer && <BalanceFigure coins={viewer.coins} />} />
      <PathTabs label="Coins" tabs={TABS} />
      <div className="mt-6 max-sm:mt-4 max-sm:[@media(max-height:47.5rem)]:mt-2 sm:[@media(max-height:60rem)]:mt-3">
        {children}
      </div>
    </div>
  );
}

/** Close together on phones and in low windows, so that board and button share a view; the lowest lack the heading. */
const CLOSE =
  "max-sm:-mt-3 max-sm:[&>header]:mb-3 max-sm:[@media(max-height:47.5rem)]:[&>header]:sr-only " +
  "sm:[@media(max-height:60rem)]:-mt-3 sm:[@media(max-height:60rem)]:[&>header]:mb-3";
