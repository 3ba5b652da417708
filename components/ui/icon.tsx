import clsx from "clsx";
import type { IconName } from "./icon-names";
import icons from "./icons.svg";

export const iconHref = (name: IconName) => `${icons.src}#${name}`;

interface IconProps {
  name: IconName;
  /** Its accessible name, where no text beside it says the same. Without it, the icon is decorative. */
  label?: string;
  className?: string;
}

/** An icon in the colour of its text. One file has all shapes, so that no page repeats them. */
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
