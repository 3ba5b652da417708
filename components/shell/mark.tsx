import clsx from "clsx";

/** The site's logo; by default five pegs and a ball, shaped as a P. Same as app/icon.svg. */
export function Mark({ logo, className }: { logo?: string | null; className?: string }) {
  if (logo)
    return (
      // Stored in its final size, so that Next's image optimizer would add nothing.
      // oxlint-disable-next-line nextjs/no-img-element
      <img src={logo} alt="" width={28} height={28} className={clsx("size-7 shrink-0 rounded-control", className)} />
    );
  return (
    <svg viewBox="4 4 24 24" aria-hidden className={clsx("size-7 shrink-0", className)}>
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

export function Wordmark({ name, className }: { name: string; className?: string }) {
  return <span className={clsx("truncate font-display text-21 font-bold tracking-[-0.03em]", className)}>{name}</span>;
}
