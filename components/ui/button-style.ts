import clsx from "clsx";

type ButtonVariant = "primary" | "quiet" | "bare" | "danger" | "coin";
export type ButtonSize = "normal" | "small" | "large";

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** The classes of buttons and of links that look like them. */
export function buttonStyle({ variant = "quiet", size = "normal" }: ButtonLook, className?: string) {
  return clsx("button", `button-${variant}`, `button-${size}`, className);
}
