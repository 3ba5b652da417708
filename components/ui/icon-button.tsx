import clsx from "clsx";
import type { ComponentProps } from "react";

type IconButtonProps = ComponentProps<"button"> & { label: string };

/** A round button with only an icon; `label` is its accessible name. */
export function IconButton({ label, type = "button", className, ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={clsx("icon-button", className)} {...rest} />;
}
