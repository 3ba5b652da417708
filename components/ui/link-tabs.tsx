"use client";

import Link, { useLinkStatus } from "next/link";
import type { ReactNode } from "react";

interface LinkTab {
  href: string;
  label: ReactNode;
  current: boolean;
}

/** Tabs whose views have URLs of their own. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav
      aria-label={label}
      className="flex [scrollbar-width:none] gap-0.5 overflow-x-auto border-b border-line md:flex-wrap"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          scroll={false}
          aria-current={tab.current ? "page" : undefined}
          className="tab"
        >
          {tab.label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}

/** Inside a link, marks it with `data-pending` while its page loads. */
export function LinkPending() {
  return useLinkStatus().pending && <span data-pending hidden />;
}
