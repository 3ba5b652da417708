export const tabListStyle = "flex gap-0.5 overflow-x-auto border-b border-line [scrollbar-width:none]";

/**
 * The current tab has a bar in the brand colour; while loading it pulses. Where the tabs are wider than a phone, they
 * begin scrolled to it.
 */
export const tabStyle =
  "relative h-(--control) shrink-0 px-2.5 font-medium text-muted whitespace-nowrap transition-colors hover:text-ink -outline-offset-2 " +
  "inline-flex items-center gap-1.5 aria-[current]:text-ink data-[state=active]:text-ink " +
  "after:absolute after:inset-x-2.5 after:bottom-0 after:h-[3px] after:scale-x-0 after:rounded-t-full after:bg-brand after:transition-[scale] " +
  "aria-[current]:[scroll-initial-target:nearest] aria-[current]:after:scale-x-100 data-[state=active]:after:scale-x-100 " +
  "has-data-pending:text-ink has-data-pending:after:scale-x-100 has-data-pending:after:animate-breathe";
