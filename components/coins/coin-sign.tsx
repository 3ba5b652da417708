import clsx from "clsx";

/** The coin icon. Gold is reserved for coins. */
export function CoinSign({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={clsx("inline-block size-[1em] shrink-0", className)}>
      <path
        className="fill-coin"
        fillRule="evenodd"
        d="M8 .5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Zm0 5.4a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2Z"
      />
      <circle cx="8" cy="8" r="7.05" className="fill-none stroke-on-coin/35" strokeWidth="0.9" />
      <circle cx="8" cy="8" r="2.5" className="fill-none stroke-on-coin/35" strokeWidth="0.8" />
      <path
        d="M3.6 6.6A4.7 4.7 0 0 1 7 3.4"
        className="fill-none stroke-wood-ink/90"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
    </svg>
  );
}
