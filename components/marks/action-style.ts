export const actionStyle =
  "touch-target flex h-9 items-center gap-1.5 rounded-full px-2 text-13 text-muted transition-colors select-none " +
  "hover:bg-brand-soft hover:text-brand aria-pressed:text-brand [&_svg]:size-4.5";
