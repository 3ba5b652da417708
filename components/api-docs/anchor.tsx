import clsx from "clsx";
import type { ReactNode } from "react";
import "./reference.css";

/** A heading that links to itself. A peg appears beside it on hover. */
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
    <Heading id={id} className={clsx("anchor", className)}>
      <a href={`#${id}`}>{children}</a>
    </Heading>
  );
}
