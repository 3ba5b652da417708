import Link from "next/link";
import type { ReactNode } from "react";
import { LinkPending } from "./link-pending";
import { tabListStyle, tabStyle } from "./tab-style";

export interface LinkTab {
  href: string;
  label: ReactNode;
  current: boolean;
}

/** Tabs whose views have URLs of their own. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className={tabListStyle}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          aria-current={tab.current ? "page" : undefined}
          className={tabStyle}
        >
          {tab.label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}
