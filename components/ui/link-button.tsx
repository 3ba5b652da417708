import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonStyle, type ButtonLook } from "./button-style";

/** Goes somewhere, and looks like a button. What does something is a Button. */
export function LinkButton({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={buttonStyle({ variant, size }, className)} {...rest} />;
}
