import clsx from "clsx";

/** Holds the place of what is coming, in its final size. The list around it says "loading" once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx("block animate-breathe rounded-control bg-hover", className)} />;
}
