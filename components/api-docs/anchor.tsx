import clsx from "clsx";
import type { ReactNode } from "react";

/** A heading that can be linked to: the peg beside it holds its address. */
export function Anchor({
  id,
  as: Heading,
  className,
  children,
}: {
  id: string;
  as: "h2" | "h3" | "span";
  className?: string;
  children: ReactNode;
}) {
  return (
    <Heading id={id} className={clsx("group/anchor scroll-mt-14", className)}>
      <a href={`#${id}`} className="relative">
        <span aria-hidden className={PEG} />
        {children}
      </a>
    </Heading>
  );
}

const PEG =
  "absolute top-1/2 -left-4 size-1.5 -translate-y-1/2 rounded-full bg-brand opacity-0 transition-opacity group-hover/anchor:opacity-100 max-md:hidden";
