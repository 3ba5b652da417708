"use client";

import { usePathname } from "next/navigation";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { href: "/coins", label: "Play" },
  { href: "/coins/history", label: "History" },
  { href: "/coins/fairness", label: "Fairness" },
];

export function CoinsTabs() {
  const path = usePathname();
  return <LinkTabs label="Coins" tabs={TABS.map((tab) => ({ ...tab, current: path === tab.href }))} />;
}
