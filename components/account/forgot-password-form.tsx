"use client";

import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { RESET_LINK_MINUTES } from "@/lib/domain/accounts/mail/rules";

/** Responds the same for every address, so that nobody learns which ones have an account. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string>();

  async function submit(entries: FormData) {
    const email = String(entries.get("email"));
    await call("POST /api/account/forgot-password", { email });
    setSentTo(email);
  }

  if (sentTo !== undefined)
    return (
      <div role="status" className="flex gap-3">
        <Icon name="mail-check" className="mt-0.5 size-5 shrink-0 text-good" />
        <div className="min-w-0">
          <p className="wrap-anywhere">
            If <b className="font-semibold">{sentTo}</b> belongs to an account, a letter is on its way to it. The link
            in it works for {RESET_LINK_MINUTES} minutes.
          </p>
          <p className="mt-2 text-muted">Nothing there? Check your spam folder, or try another address.</p>
        </div>
      </div>
    );
  return (
    <Form action="Send the link" look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
      <p className="text-muted">We’ll send you a link to choose a new one.</p>
      <Field label="E-mail" name="email" hint="The address that you signed up with.">
        <Input required type="email" autoComplete="email" autoFocus />
      </Field>
    </Form>
  );
}
