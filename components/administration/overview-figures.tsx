import type { ReactNode } from "react";

export interface Figure {
  term: string;
  value: ReactNode;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
      {figures.map(({ term, value }) => (
        <div key={term} className="min-w-0">
          <dt className="text-13 text-muted">{term}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of rows, or a sentence if there are none. */
export function Rows({ children, empty }: { children: ReactNode[]; empty: string }) {
  if (children.length === 0) return <p className="text-muted">{empty}</p>;
  return <ul className="rows">{children}</ul>;
}

export function Row({ children }: { children: ReactNode }) {
  return <li className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">{children}</li>;
}
