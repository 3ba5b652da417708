import clsx from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "./icon";
import { IconButton } from "./icon-button";

/** The button of a menu: three dots. */
export function MoreButton({ className, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton aria-haspopup="menu" className={clsx("touch-target size-8!", className)} {...rest}>
      <Icon name="ellipsis" />
    </IconButton>
  );
}
