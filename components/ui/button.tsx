import type { ComponentProps, MouseEvent } from "react";
import { buttonStyle, type ButtonLook } from "./button-style";
import { Spinner } from "./spinner";

type ButtonProps = Omit<ComponentProps<"button">, "children"> &
  ButtonLook & { children: React.ReactNode; pending?: boolean };

/**
 * A pending button keeps its size, name and focus. `disabled` would lose the focus, so clicks are
 * ignored instead.
 */
export function Button({ variant, size, pending, type = "button", className, children, ...rest }: ButtonProps) {
  const look = buttonStyle({ variant, size }, className);
  if (!pending)
    return (
      <button type={type} className={look} {...rest}>
        {children}
      </button>
    );
  return (
    <button {...rest} type={type} className={look} aria-disabled aria-busy onClick={swallow}>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
      <Spinner className="absolute inset-0 m-auto" />
    </button>
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
}
