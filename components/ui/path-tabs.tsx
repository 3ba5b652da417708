"use client";

import { usePathname } from "next/navigation";
import { LinkTabs } from "./link-tabs";

/** Tabs for a layout: the one whose page this is, or a page below it, is current. */
export function PathTabs({ label, tabs }: { label: string; tabs: readonly { href: string; label: string }[] }) {
  const path = usePathname();
  const above = tabs.filter(({ href }) => path === href || path.startsWith(`${href}/`));
  const current = above.toSorted((a, b) => b.href.length - a.href.length)[0];
  return <LinkTabs label={label} tabs={tabs.map((tab) => ({ ...tab, current: tab === current }))} />;
}
