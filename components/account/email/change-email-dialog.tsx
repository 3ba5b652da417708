"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";

export function ChangeEmailDialog() {
  const router = useRouter();
  const [open, setOpen] = useState(false);

  async function submit(entries: FormData) {
    try {
      await call("POST /api/account/email", { email: String(entries.get("email")) });
    } catch (error) {
      return formFailure(error);
    }
    setOpen(false);
    router.refresh();
  }

  return (
    <Dialog
      title="Change your e-mail address"
      description="We’ll send a link to the new one. The old one stays until you open it."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="small">Change</Button>}
    >
      <Form submit={submit} className="flex flex-col gap-5">
        <Field label="New e-mail address" name="email">
          <Input required type="email" autoComplete="email" />
        </Field>
        <FormError />
        <SubmitButton>Send the link</SubmitButton>
      </Form>
    </Dialog>
  );
}
