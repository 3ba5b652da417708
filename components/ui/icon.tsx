import clsx from "clsx";
import type { IconName } from "./icon-names";
import icons from "./icons.svg";

/** The address of an icon's shape, for `<use>`. */
export const iconHref = (name: IconName) => `${icons.src}#${name}`;

interface IconProps {
  name: IconName;
  /** What it says where no text says it. Without, it is decoration. */
  label?: string;
  className?: string;
}

/** An icon, drawn in the color of its text. One file has all of them, so that no page repeats their shapes. */
export function Icon({ name, label, className }: IconProps) {
  return (
    <svg
      className={clsx("icon", className)}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <use href={iconHref(name)} />
    </svg>
  );
}
