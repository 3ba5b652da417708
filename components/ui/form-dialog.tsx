"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Dialog } from "./dialog";
import { Form, FormError, SubmitButton } from "./form";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger" | "children"> & {
  submit: ComponentProps<typeof Form>["submit"];
  /** What the button says: "Save". */
  action: string;
  danger?: boolean;
  /** What stands beside the button. */
  aside?: ReactNode;
};

/** A dialog with a form. Once it has succeeded, the dialog closes and the page shows what has changed. */
export function FormDialog({ submit, action, danger = false, aside, children, ...dialog }: FormDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  /** Until it is answered, the dialog stays: it shows the failure. */
  const isSubmitting = useRef(false);

  async function submitAndClose(entries: FormData) {
    isSubmitting.current = true;
    const failure = await submit(entries).finally(() => (isSubmitting.current = false));
    if (failure) return failure;
    setOpen(false);
    router.refresh();
  }

  const button = <SubmitButton variant={danger ? "danger" : "primary"}>{action}</SubmitButton>;
  return (
    <Dialog {...dialog} open={isOpen} onOpenChange={(next) => isSubmitting.current || setOpen(next)}>
      <Form submit={submitAndClose} className="flex flex-col gap-5">
        {children}
        <FormError />
        {aside ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            {aside}
            {button}
          </div>
        ) : (
          button
        )}
      </Form>
    </Dialog>
  );
}
