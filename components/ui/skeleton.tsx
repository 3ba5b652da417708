import clsx from "clsx";

/** A placeholder in the final size. The list around it announces loading once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx("block max-w-full animate-breathe rounded-control bg-hover", className)} />;
}
