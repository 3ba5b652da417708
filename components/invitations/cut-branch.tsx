"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import { CUT_REASON_LENGTH } from "@/lib/domain/invitations/rules";

/** Cuts the branch of the invitation tree below a person. */
export function CutBranch({ handle }: { handle: string }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();

  async function submit(entries: FormData) {
    const suspend = entries.has("suspend");
    try {
      const cut = { handle, suspend, reason: String(entries.get("reason")) };
      const { below } = await call("POST /api/admin/invited/{handle}/cut", cut);
      const accounts = below === 1 ? "1 account" : `${below} accounts`;
      toastStore.add({ text: suspend ? `Cut. Suspending ${accounts} below.` : "Cut.", tone: "good" });
    } catch (error) {
      return formFailure(error);
    }
    setOpen(false);
    router.refresh();
  }

  return (
    <Dialog
      title={`Cut the branch of @${handle}`}
      description="No invitation of theirs, or of anybody below, works any more, and none of them can make another. This can’t be undone."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small">
          <Icon name="scissors" />
          Cut this branch
        </Button>
      }
    >
      <Form submit={submit} className="grid gap-5">
        <Field label="Why" name="reason" hint="Shown to everybody who is suspended.">
          <Textarea rows={2} required maxLength={CUT_REASON_LENGTH.max} />
        </Field>
        <Checkbox
          name="suspend"
          label={`Suspend everybody below @${handle}`}
          hint="For a year. Each of them sees the reason and can appeal. Staff and the account itself stay as they are."
        />
        <FormError />
        <SubmitButton variant="danger" className="justify-self-end">
          Cut the branch
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
