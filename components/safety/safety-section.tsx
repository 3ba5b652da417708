import type { ReactNode } from "react";

interface SafetySectionProps {
  id: string;
  title: string;
  /** What being in this list means. */
  about: string;
  empty: { icon: ReactNode; text: string };
  /** How many entries there are: without any, the empty state is shown. */
  count: number;
  children: ReactNode;
}

/** A list of the safety settings. */
export function SafetySection({ id, title, about, empty, count, children }: SafetySectionProps) {
  return (
    <section aria-labelledby={id} className="max-w-160">
      <h2 id={id} className="mb-1 text-21">
        {title}
      </h2>
      <p className="mb-4 max-w-prose text-muted">{about}</p>
      {count > 0 ? (
        children
      ) : (
        <p className="flex items-center gap-3 rounded-card border border-line pegs px-5 py-6 text-muted [&>svg]:size-5">
          {empty.icon}
          {empty.text}
        </p>
      )}
    </section>
  );
}
