import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonStyle, type ButtonLook } from "./button-style";

/** A link that looks like a button. For actions, use Button. */
export function LinkButton({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={buttonStyle({ variant, size }, className)} {...rest} />;
}
