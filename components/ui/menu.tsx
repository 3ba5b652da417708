import clsx from "clsx";
import Link from "next/link";
import { Icon } from "./icon";
import type { IconName } from "./icon-names";
import * as Primitive from "radix-ui/dropdown-menu";
import { type ComponentProps, type ReactNode, useState } from "react";
import { keepOpenForToasts } from "./keep-open-for-toasts";
import { BackToClose } from "./use-back-to-close";

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  defaultOpen?: boolean;
  className?: string;
}

export function Menu({ trigger, children, defaultOpen = false, className }: MenuProps) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={keepOpenForToasts}
          className={clsx(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-enter overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float",
            className,
          )}
        >
          <BackToClose onClose={() => setOpen(false)} />
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: IconName;
  label?: string;
  danger?: boolean;
}

export function MenuItem({ icon, label, danger = false, className, children, ...rest }: MenuItemProps) {
  return (
    <Primitive.Item className={clsx(itemStyle, danger && "text-bad", className)} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
      {children}
    </Primitive.Item>
  );
}

export function MenuLink({ href, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <Primitive.Item className={itemStyle} asChild>
      <Link href={href}>
        <Icon name={icon} />
        {label}
      </Link>
    </Primitive.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2.5 pt-2 pb-1 text-13 text-muted">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}

export const MenuRadioGroup = Primitive.RadioGroup;

export function MenuRadioItem({ children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={itemStyle} {...rest}>
      {children}
      <Primitive.ItemIndicator className="ml-auto">
        <Icon name="check" className="size-4 text-brand" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  );
}

const itemStyle =
  "flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-hover data-disabled:opacity-55 [&>svg:first-child]:size-[1.15em] [&>svg:first-child]:text-muted";
