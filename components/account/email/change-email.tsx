"use client";

import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { call } from "@/lib/client/call";
import { useRefreshingAction } from "@/components/shell/use-action";

export function ChangeEmailDialog() {
  async function submit(entries: FormData) {
    await call("POST /api/account/email", { email: String(entries.get("email")) });
  }

  return (
    <FormDialog
      title="Change your address"
      description="We’ll send a link to the new one. The old one stays until you open it."
      trigger={{ label: "Change", size: "small" }}
      submit={submit}
      action="Send the link"
    >
      <Field label="New e-mail address" name="email">
        <Input required type="email" autoComplete="email" />
      </Field>
    </FormDialog>
  );
}

export function PendingEmail({ email }: { email: string }) {
  const { pending, act } = useRefreshingAction();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-4">
      <p className="min-w-0">
        Open the link that we sent to <b className="font-semibold wrap-anywhere">{email}</b> to use that address.
      </p>
      <Button size="small" pending={pending} onClick={() => void act(() => call("DELETE /api/account/email"))}>
        Keep the old one
      </Button>
    </div>
  );
}
