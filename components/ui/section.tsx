import { Icon } from "./icon";
import type { IconName } from "./icon-names";
import clsx from "clsx";
import type { ReactNode } from "react";

interface SectionProps {
  /** Of the heading, so that links can lead to it. */
  id: string;
  title: ReactNode;
  /** Beside the heading: what can be done about all of it. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, actions, className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div
        className={clsx(
          "mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
          // Its height stays when the buttons come and go.
          actions !== undefined && "min-h-(--control)",
        )}
      >
        <h2 id={id} className="text-21">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** What a section is about, directly below its heading. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className="-mt-2 mb-4 max-w-prose text-muted">{children}</p>;
}

interface PageHeadingProps {
  title: string;
  children?: ReactNode;
  /** Buttons that belong to the whole page. */
  actions?: ReactNode;
}

export function PageHeading({ title, children, actions }: PageHeadingProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:flex-nowrap">
      <div className="min-w-0">
        <h1 className="text-35 wrap-anywhere">{title}</h1>
        {children && <div className="mt-2 max-w-prose text-balance text-muted">{children}</div>}
      </div>
      {actions && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

interface ListSectionProps {
  id: string;
  title: string;
  about: string;
  children: ReactNode;
}

export function ListSection({ id, title, about, children }: ListSectionProps) {
  return (
    <Section id={id} title={title} className="max-w-160">
      <Lead>{about}</Lead>
      {children}
    </Section>
  );
}

/** Shown instead of an empty list. */
export function EmptyNote({ icon, text }: { icon: IconName; text: string }) {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line pegs px-5 py-6 text-muted [&>svg]:size-5 [&>svg]:shrink-0">
      <Icon name={icon} />
      {text}
    </p>
  );
}

interface RowsProps<Item> {
  of: readonly Item[];
  empty?: ReactNode;
  children: (item: Item) => ReactNode;
}

export function Rows<Item>({ of, empty, children }: RowsProps<Item>) {
  if (of.length > 0) return <ul className="rows">{of.map(children)}</ul>;
  return typeof empty === "string" ? <p className="text-muted">{empty}</p> : empty;
}

/** For pages that need the whole width beside the left rail. */
export function Wide({ children }: { children: ReactNode }) {
  return <div data-wide="">{children}</div>;
}
