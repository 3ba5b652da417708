import type { ReactNode } from "react";

/** A key figure, as a term of a description list. */
export function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{label}</dt>
      <dd>
        <span className="block font-display text-27 font-semibold">{value}</span>
        <span className="text-13 text-muted">{children}</span>
      </dd>
    </div>
  );
}
