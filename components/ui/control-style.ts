/** The style of all form controls. 17 px on touch: below 16, phones zoom into the field. */
export const controlStyle =
  "w-full scroll-mt-8 rounded-control border border-edge bg-surface px-3 text-15 text-ink placeholder:text-muted pointer-coarse:text-17 " +
  "transition-[border-color] hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-soft aria-invalid:outline-bad disabled:opacity-55";
