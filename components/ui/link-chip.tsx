import clsx from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { LinkPending } from "./link-pending";

interface LinkChipProps {
  href: string;
  current: boolean;
  children: ReactNode;
}

/** A filter of the list below. For separate views, use LinkTabs. */
export function LinkChip({ href, current, children }: LinkChipProps) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={current ? "page" : undefined}
      className={clsx(
        CHIP,
        current ? "border-brand bg-brand text-brand-ink" : "border-edge/60 bg-surface hover:border-edge",
      )}
    >
      {children}
      <LinkPending />
    </Link>
  );
}

const CHIP =
  "chip inline-flex h-(--control-small) shrink-0 items-center gap-1.5 rounded-full border px-3.5 font-medium transition-colors has-data-pending:animate-breathe";
