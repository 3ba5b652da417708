import type { ComponentProps, MouseEvent } from "react";
import clsx from "clsx";
import Link from "next/link";
import { type ButtonLook, buttonStyle } from "./button-style";
import { Icon } from "./icon";

type ButtonProps = Omit<ComponentProps<"button">, "children"> &
  ButtonLook & { children: React.ReactNode; pending?: boolean };

/** The attributes of a control that takes no clicks but keeps its focus, which `disabled` would lose. */
export const disabledWithFocus = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

/** A pending button keeps its size and name. */
export function Button({
  variant,
  size,
  pending,
  disabled,
  type = "button",
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = buttonStyle({ variant, size }, className);
  if (!pending)
    return (
      <button type={type} className={look} {...rest} {...(disabled && disabledWithFocus)}>
        {children}
      </button>
    );
  return (
    <button {...rest} type={type} className={look} {...disabledWithFocus} aria-busy>
      <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
      <Spinner className="absolute inset-0 m-auto" />
    </button>
  );
}

/** A ball circling a peg. Decorative: the loading state must also be announced. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={clsx("size-4 animate-spin", className)}>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.5" opacity="0.3" />
      <circle cx="8" cy="2" r="2" fill="currentColor" />
    </svg>
  );
}

/** A link that looks like a button. For actions, use Button. */
export function LinkButton({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={buttonStyle({ variant, size }, className)} {...rest} />;
}

type IconButtonProps = ComponentProps<"button"> & { label: string };

export function IconButton({ label, type = "button", disabled, className, ...rest }: IconButtonProps) {
  const look = clsx("icon-button", className);
  return <button type={type} aria-label={label} className={look} {...rest} {...(disabled && disabledWithFocus)} />;
}

export function MoreButton({ className, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton aria-haspopup="menu" className={clsx("touch-target size-8!", className)} {...rest}>
      <Icon name="ellipsis" />
    </IconButton>
  );
}
