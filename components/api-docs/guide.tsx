import type { ReactNode } from "react";
import { Anchor } from "./anchor";
import { TWO_COLUMNS } from "./operation";

/** A guide: text on the left, examples on the right. */
export function Guide({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={`${TWO_COLUMNS} border-t border-line first-of-type:border-0`}>
      <div className="max-w-prose min-w-0">
        <Anchor id={id} as="h3" className="mb-3 text-21">
          {title}
        </Anchor>
        <div className="space-y-3 [&_a]:link [&_li]:list-disc [&_li]:marker:text-brand [&_ul]:space-y-1.5 [&_ul]:pl-5">
          {children}
        </div>
      </div>
      {aside && <div className="min-w-0 space-y-4 self-start">{aside}</div>}
    </section>
  );
}
