import type { ComponentProps, MouseEvent } from "react";
import clsx from "clsx";
import Link from "next/link";
import { type ButtonLook, buttonStyle } from "./button-style";
import { Icon } from "./icon";

type ButtonProps = Omit<ComponentProps<"button">, "children"> &
  ButtonLook & { children: React.ReactNode; pending?: boolean };

/** A pending button keeps its size, name and focus: `disabled` would lose the focus, so clicks are ignored instead. */
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

export function IconButton({ label, type = "button", className, ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} className={clsx("icon-button", className)} {...rest} />;
}

export function MoreButton({ className, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton aria-haspopup="menu" className={clsx("touch-target size-8!", className)} {...rest}>
      <Icon name="ellipsis" />
    </IconButton>
  );
}
