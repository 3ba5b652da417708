import clsx from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { LinkPending } from "./link-tabs";

interface Chip {
  href: string;
  label: ReactNode;
  current: boolean;
}

/** A filter of the list below, of which one value is chosen. For separate views, use LinkTabs. */
export function LinkChips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label} className="scroll-row gap-2">
      {chips.map(({ href, label, current }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={current ? "page" : undefined}
          className={clsx(
            CHIP,
            current ? "border-brand bg-brand text-brand-ink" : "border-edge/60 bg-surface hover:border-edge",
          )}
        >
          {label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}

const CHIP =
  "chip inline-flex h-(--control-small) shrink-0 items-center gap-1.5 rounded-full border px-3.5 font-medium transition-colors has-data-pending:animate-breathe";
