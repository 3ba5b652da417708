"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Dialog } from "./dialog";
import { Form, FormError, SubmitButton } from "./form";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger" | "children"> & {
  submit: ComponentProps<typeof Form>["submit"];
  /** The label of the button: "Save". */
  action: string;
  danger?: boolean;
  /** Shown beside the button. */
  aside?: ReactNode;
};

/** A dialog with a form. On success, it closes and the page is refreshed. */
export function FormDialog({ submit, action, danger = false, aside, children, ...dialog }: FormDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  /** The dialog stays open until the response arrives, to show a failure. */
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
