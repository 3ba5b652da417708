import clsx from "clsx";

export type ButtonVariant = "primary" | "quiet" | "bare" | "danger" | "coin";
export type ButtonSize = "normal" | "small" | "large";

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The style of buttons and of links that look like them. */
export function buttonStyle({ variant = "quiet", size = "normal" }: ButtonLook, className?: string) {
  return clsx(
    "relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none",
    "transition-[background-color,border-color,box-shadow,translate] active:translate-y-px",
    "disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:opacity-55",
    "[&_svg]:shrink-0 [&>svg]:size-[1.15em]",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

const SIZES: Record<ButtonSize, string> = {
  small: "h-(--control-small) px-3 text-13",
  normal: "h-(--control) px-4 text-15",
  large: "h-13 px-6 text-17",
};

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "key bg-brand text-brand-ink hover:bg-[color-mix(in_oklch,var(--brand)_88%,var(--ink))]",
  danger: "key bg-bad-fill text-on-bad hover:bg-[color-mix(in_oklch,var(--bad-fill)_88%,black)]",
  coin: "key bg-coin text-on-coin hover:bg-[color-mix(in_oklch,var(--coin)_88%,var(--on-coin))]",
  quiet:
    "border border-edge/60 bg-surface text-ink hover:border-edge hover:bg-[color-mix(in_oklch,var(--ink)_4%,var(--surface))]",
  bare: "text-ink hover:bg-hover",
};
