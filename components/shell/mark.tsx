import clsx from "clsx";

/** The logo: five pegs and a ball, shaped as a P. Same as app/icon.svg. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="4 4 24 24" aria-hidden className={clsx("size-7", className)}>
      <g fill="currentColor">
        <circle cx="8" cy="7.5" r="2.6" />
        <circle cx="16" cy="7.5" r="2.6" />
        <circle cx="8" cy="16" r="2.6" />
        <circle cx="16" cy="16" r="2.6" />
        <circle cx="8" cy="24.5" r="2.6" />
      </g>
      <circle cx="22.5" cy="11.75" r="4.3" className="fill-brand" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return <span className={clsx("font-display text-21 font-bold tracking-[-0.03em]", className)}>Pegboard</span>;
}
