import clsx from "clsx";
import * as Primitive from "radix-ui/dialog";
import { isValidElement, type ReactElement, type ReactNode, useRef, useState } from "react";
import { Icon } from "./icon";
import { Button } from "./button";
import type { ButtonLook } from "./button-style";
import type { IconName } from "./icon-names";
import { keepOpenForToasts } from "./keep-open-for-toasts";
import { BackToClose } from "./use-back-to-close";

/** The button that opens a dialog: its label and look, or an element. */
export type DialogTrigger = ReactElement | (ButtonLook & TriggerLabel & { className?: string });

interface TriggerLabel {
  label: string;
  icon?: IconName;
  /** Its accessible name, where the label alone does not say what it is about. */
  name?: string;
}

export function triggerButton(trigger: DialogTrigger): ReactElement {
  if (isValidElement(trigger)) return trigger;
  const { label, icon, name, ...look } = trigger;
  return (
    <Button {...look} aria-label={name}>
      {icon && <Icon name={icon} />}
      {label}
    </Button>
  );
}

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** Omit it where the parent controls `open`. */
  trigger?: DialogTrigger;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** False where a stray click must not close it. */
  closesOutside?: boolean;
  /** True while it shows what cannot be shown again: only its buttons close it. */
  isShownOnce?: boolean;
  className?: string;
  children: ReactNode;
}

/** A bottom sheet on a phone, a centred card elsewhere. */
export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  closesOutside = true,
  isShownOnce = false,
  className,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  const [ownOpen, setOwnOpen] = useState(false);

  function change(next: boolean) {
    setOwnOpen(next);
    onOpenChange?.(next);
  }

  return (
    <Primitive.Root open={open ?? ownOpen} onOpenChange={change}>
      {trigger && <Primitive.Trigger asChild>{triggerButton(trigger)}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          className={clsx(sheetStyle, className)}
          onInteractOutside={(event) =>
            closesOutside && !isShownOnce ? keepOpenForToasts(event) : event.preventDefault()
          }
          onEscapeKeyDown={(event) => isShownOnce && event.preventDefault()}
          {...(description ? {} : { "aria-describedby": undefined })}
          {...(trigger ? {} : returnFocus)}
        >
          <BackToClose onClose={() => isShownOnce || change(false)} />
          <div className="mb-4 pr-10">
            <Primitive.Title className="text-21">{title}</Primitive.Title>
            {description && <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>}
          </div>
          {children}
          {/* Last, so that opening puts the focus into the first field. */}
          <Primitive.Close aria-label="Close" className="icon-button absolute top-3 right-3">
            <Icon name="x" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export const DialogClose = Primitive.Close;

export const overlayStyle = "fixed inset-0 z-40 animate-fade bg-[oklch(0.2_0.02_60/0.5)]";

export const sheetStyle =
  "fixed z-50 max-h-[calc(100dvh-3rem)] w-full overflow-y-auto border border-line bg-surface p-5 shadow-float outline-none " +
  "inset-x-0 bottom-0 rounded-t-card pb-[max(1.25rem,env(safe-area-inset-bottom))] animate-enter-up " +
  "sm:inset-0 sm:m-auto sm:size-fit sm:w-[min(30rem,calc(100vw-3rem))] sm:rounded-card sm:p-6 sm:animate-enter";

/** Returns the focus when a dialog without a trigger closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      const focused = document.activeElement;
      // An item of a menu does not outlive it; what opened the menu does.
      const menu = focused?.closest("[role=menu]");
      opener.current = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
