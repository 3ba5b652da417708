import clsx from "clsx";
import type { ComponentProps } from "react";

type IconButtonProps = ComponentProps<"button"> & { label: string };

/** A round button with only an icon; `label` is its accessible name. */
export function IconButton({ label, type = "button", className, ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={clsx(iconButtonStyle, className)} {...rest} />;
}

export const iconButtonStyle =
  "inline-grid size-(--control) shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-55 [&>svg]:size-5";
