"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";

export function ChangeEmailDialog() {
  async function submit(entries: FormData) {
    await call("POST /api/account/email", { email: String(entries.get("email")) });
  }

  return (
    <FormDialog
      title="Change your address"
      description="We’ll send a link to the new one. The old one stays until you open it."
      trigger={<Button size="small">Change</Button>}
      submit={submit}
      action="Send the link"
    >
      <Field label="New e-mail address" name="email">
        <Input required type="email" autoComplete="email" />
      </Field>
    </FormDialog>
  );
}
