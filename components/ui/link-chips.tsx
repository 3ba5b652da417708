import { hrefWith } from "./href";
import { chosenChipStyle, restingChipStyle } from "./chip-style";
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
          className={current ? chosenChipStyle : restingChipStyle}
        >
          {label}
          <LinkPending />
        </Link>
      ))}
    </nav>
  );
}

interface FilterChipsProps {
  label: string;
  /** The page of the list, and the filters in its query. */
  path: string;
  filter: Partial<Record<string, string | null>>;
  /** The filter that is chosen here. */
  name: string;
  /** The label of no filter. */
  all: string;
  options: Iterable<readonly [value: string, label: ReactNode]>;
}

/** A choice of one filter, which keeps the others. */
export function FilterChips({ label, path, filter, name, all, options }: FilterChipsProps) {
  const chips = [[undefined, all] as const, ...options].map(([value, label]) => ({
    href: hrefWith(path, { ...filter, [name]: value }),
    label,
    current: (filter[name] ?? undefined) === value,
  }));
  return <LinkChips label={label} chips={chips} />;
}
