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

/** A section of a page, with its heading. */
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
