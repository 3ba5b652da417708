"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { call } from "@/lib/client/call";
import { PASSWORD_LENGTH } from "@/lib/domain/users/rules";
import { NewPasswordInput } from "./new-password-input";
import { useLinkToken } from "./use-link-token";

export function ResetPasswordForm() {
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);

  async function submit(entries: FormData) {
    if (!token) return { message: "Open the link in the e-mail again: this page has lost it." };
    await call("POST /api/account/reset-password", { token, password: String(entries.get("password")) });
    setDone(true);
  }

  if (isDone)
    return (
      <div role="status">
        <p>Your password is changed, and you’re signed out everywhere. Sign in with the new one.</p>
        <LinkButton href="/login" variant="primary" size="large" className="mt-5 w-full">
          Sign in
        </LinkButton>
      </div>
    );
  if (token === null) return <p className="text-muted">This page needs the link from our e-mail. Open it again.</p>;
  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. This signs you out of every browser and phone.`}
      >
        <NewPasswordInput autoFocus />
      </Field>
      <FormError />
      <SubmitButton size="large">Set the new password</SubmitButton>
    </Form>
  );
}
