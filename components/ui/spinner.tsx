import clsx from "clsx";

/** A ball circling a peg. Decorative: the loading state must also be announced. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={clsx("size-4 animate-spin", className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.3" />
      <circle cx="8" cy="2" r="2" fill="currentColor" />
    </svg>
  );
}
