/** What every filled-in control has in common. It is scrolled to with its label above it. On touch the text is 17 px: below 16 a phone zooms into the field. */
export const controlStyle =
  "w-full scroll-mt-8 rounded-control border border-edge bg-surface px-3 text-15 text-ink placeholder:text-muted pointer-coarse:text-17 " +
  "transition-[border-color] hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-soft aria-invalid:outline-bad disabled:opacity-55";
