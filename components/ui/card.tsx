import clsx from "clsx";
import type { ComponentProps } from "react";

/** A card with a border. Shadows are only for floating elements. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div className={clsx("rounded-card border border-line bg-surface punched p-5 pt-6 sm:p-6", className)} {...rest} />
  );
}
