import type { ReactNode } from "react";
import { Anchor } from "./anchor";
import { Prose } from "./prose";

/** Rows of a name and what it means, each with an address of its own. */
export function Glossary({
  entries,
}: {
  entries: readonly { id: string; name: string; aside?: ReactNode; words: ReactNode }[];
}) {
  return (
    <dl className="mt-6 divide-y divide-line border-y border-line">
      {entries.map(({ id, name, aside, words }) => (
        <div
          key={id}
          className="grid gap-x-6 gap-y-1 py-3 has-target:bg-brand-soft has-target:shadow-[-0.75rem_0_0_var(--brand-soft),0.75rem_0_0_var(--brand-soft)] sm:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt>
            <Anchor id={id} as="span" className="block font-mono text-13 font-semibold [overflow-wrap:anywhere]">
              {name}
            </Anchor>
            {aside && <span className="text-13 text-muted">{aside}</span>}
          </dt>
          <dd className="max-w-prose min-w-0">{typeof words === "string" ? <Prose text={words} /> : words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of the page: its title, what it is about, and what stands in it. */
export function Part({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="pt-16">
      <Anchor id={id} as="h2" className="text-35">
        {title}
      </Anchor>
      {lead && (
        <p className="mt-2 max-w-prose text-17 text-muted">{typeof lead === "string" ? <Prose text={lead} /> : lead}</p>
      )}
      {children}
    </section>
  );
}
