import type { ReactNode } from "react";
import { Lead, Section } from "./section";

interface Empty {
  icon: ReactNode;
  text: string;
}

interface ListSectionProps {
  id: string;
  title: string;
  /** Explains what the list is about. */
  about: string;
  /** Shown instead of the children if `count` is 0. Lists that change use ListRows, which show it by themselves. */
  empty?: Empty;
  count?: number;
  children: ReactNode;
}

/** A section of the settings with a list. */
export function ListSection({ id, title, about, empty, count, children }: ListSectionProps) {
  return (
    <Section id={id} title={title} className="max-w-160">
      <Lead>{about}</Lead>
      {empty && count === 0 ? <EmptyNote {...empty} /> : children}
    </Section>
  );
}

function EmptyNote({ icon, text }: Empty) {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line pegs px-5 py-6 text-muted [&>svg]:size-5 [&>svg]:shrink-0">
      {icon}
      {text}
    </p>
  );
}

interface ListRowsProps {
  isEmpty: boolean;
  /** Shown in place of the rows. */
  empty: Empty;
  /** The rows. */
  children: ReactNode;
}

/** The rows of such a list, or its empty state. */
export function ListRows({ isEmpty, empty, children }: ListRowsProps) {
  if (isEmpty) return <EmptyNote {...empty} />;
  return <div className="rows">{children}</div>;
}
