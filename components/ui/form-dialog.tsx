import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Dialog } from "./dialog";
import { Form, FormError, SubmitButton } from "./form";

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger" | "children"> & {
  submit: ComponentProps<typeof Form>["submit"];
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

type SecretDialogProps<Issued> = Pick<ComponentProps<typeof Dialog>, "title" | "description" | "trigger"> & {
  children?: ReactNode;
  action: string;
  /** Resolves to what is then shown once; to undefined where there is nothing to show. */
  issue: (entries: FormData) => Promise<Issued | undefined>;
  issuedTitle: string;
  show: (issued: Issued) => ReactNode;
  /** The page to go to once it was shown; by default, this one is refreshed. */
  nextPage?: (issued: Issued) => string;
};

/** A dialog with a form that issues a secret, which it then shows once. */
export function SecretDialog<Issued>({
  title,
  description,
  trigger,
  children,
  action,
  issue,
  issuedTitle,
  show,
  nextPage,
}: SecretDialogProps<Issued>) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [issued, setIssued] = useState<Issued>();

  function change(next: boolean) {
    setOpen(next);
    if (next || issued === undefined) return;
    setIssued(undefined);
    if (nextPage) router.push(nextPage(issued));
    else router.refresh();
  }

  async function submit(entries: FormData) {
    const secret = await issue(entries);
    setIssued(secret);
    if (secret !== undefined) return;
    setOpen(false);
    router.refresh();
  }

  const isShowing = issued !== undefined;
  return (
    <Dialog
      title={isShowing ? issuedTitle : title}
      description={isShowing ? undefined : description}
      trigger={trigger}
      open={isOpen}
      onOpenChange={change}
      isShownOnce={isShowing}
    >
      {isShowing ? (
        show(issued)
      ) : (
        <Form action={action} submit={submit} className="flex flex-col gap-5">
          {children}
        </Form>
      )}
    </Dialog>
  );
}
