import { useRouter } from "next/navigation";
import * as Primitive from "radix-ui/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { type DialogTrigger, overlayStyle, sheetStyle, triggerButton, useReturnFocus } from "./dialog";
import { ErrorNote } from "./error-note";
import { BackToClose } from "./use-back-to-close";

interface ConfirmDialogProps {
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** A verb: "Delete post". */
  action: string;
  danger?: boolean;
  trigger?: DialogTrigger;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The dialog closes when it resolves; if it throws, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown> | void;
  /** Whether the page shows what was done once it is refreshed. */
  refreshes?: boolean;
}

type Asking = { phase: "asking" } | { phase: "doing" } | { phase: "failed"; message: string };

export function ConfirmDialog({
  title,
  children,
  action,
  danger = false,
  trigger,
  open,
  onOpenChange,
  onConfirm,
  refreshes = false,
}: ConfirmDialogProps) {
  const router = useRouter();
  const returnFocus = useReturnFocus();
  const [ownOpen, setOwnOpen] = useState(false);
  const [asking, setAsking] = useState<Asking>({ phase: "asking" });

  function change(next: boolean) {
    setAsking({ phase: "asking" });
    setOwnOpen(next);
    onOpenChange?.(next);
  }

  async function confirm() {
    setAsking({ phase: "doing" });
    try {
      await onConfirm();
      change(false);
      if (refreshes) router.refresh();
    } catch (error) {
      setAsking({
        phase: "failed",
        message: error instanceof Error ? error.message : "That didn’t work. Please try again.",
      });
    }
  }

  return (
    <Primitive.Root open={open ?? ownOpen} onOpenChange={change}>
      {trigger && <Primitive.Trigger asChild>{triggerButton(trigger)}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content className={sheetStyle} {...(trigger ? {} : returnFocus)}>
          <BackToClose onClose={() => change(false)} />
          <Primitive.Title className="text-21">{title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="mt-2 text-muted">{children}</div>
          </Primitive.Description>
          {asking.phase === "failed" && <ErrorNote className="mt-4">{asking.message}</ErrorNote>}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Primitive.Cancel asChild>
              <Button>Cancel</Button>
            </Primitive.Cancel>
            <Button variant={danger ? "danger" : "primary"} pending={asking.phase === "doing"} onClick={confirm}>
              {action}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
