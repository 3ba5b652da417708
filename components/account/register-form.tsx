"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { signIn } from "@/lib/client/sign-in";
import { signUp } from "@/lib/client/sign-up";
import { MAX_REQUEST_REASON } from "@/lib/domain/accounts/rules";
import { HANDLE, NAME_LENGTH, PASSWORD_LENGTH } from "@/lib/domain/users/rules";
import { NewPasswordInput } from "./new-password-input";
import { RequestSent } from "./request-sent";
import { WorkProgress } from "./work-progress";

interface RegisterFormProps {
  callbackURL: string;
  /** Whether the site may ask for a proof of work. */
  asksProof: boolean;
  /** Whether staff approve accounts. */
  isRequest: boolean;
  /** The token of the invitation link that they followed. */
  invitation?: string;
}

export function RegisterForm({ callbackURL, asksProof, isRequest, invitation }: RegisterFormProps) {
  const [workDone, setWorkDone] = useState<number | null>(null);
  const [isWaiting, setIsWaiting] = useState(false);
  if (isWaiting) return <RequestSent />;

  async function submit(entries: FormData) {
    const text = (name: string) => String(entries.get(name));
    const [handle, password] = [text("handle").toLowerCase(), text("password")];
    try {
      const person = { name: text("name"), handle, email: text("email"), password, invitation };
      const asked = isRequest ? { ...person, reason: text("reason") } : person;
      const { waiting } = await signUp(asked, { asksProof, onProgress: setWorkDone });
      if (waiting) return setIsWaiting(true);
    } finally {
      setWorkDone(null);
    }
    const failure = await signIn(handle, password);
    location.assign(failure ? `/login?callbackURL=${encodeURIComponent(callbackURL)}` : callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field label="Name" name="name" hint="What others see. You can change it later.">
        <Input required autoComplete="name" maxLength={NAME_LENGTH.max} autoFocus />
      </Field>
      <Field label="Handle" name="handle" hint={`Your address. ${HANDLE.rule}.`}>
        <Input required autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={20} />
      </Field>
      <Field label="E-mail" name="email" hint="For signing in, and e-mail about your account. Nobody else sees it.">
        <Input required type="email" autoComplete="email" />
      </Field>
      <Field
        label="Password"
        name="password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. A few words make a good one.`}
      >
        <NewPasswordInput />
      </Field>
      {isRequest && (
        <Field label="Why do you want to join?" name="reason" hint="Optional. Only the people who decide read it.">
          <Textarea rows={3} maxLength={MAX_REQUEST_REASON} />
        </Field>
      )}
      <FormError />
      <SubmitButton size="large">{isRequest ? "Ask for an account" : "Create my account"}</SubmitButton>
      {(asksProof || workDone !== null) && <WorkProgress done={workDone} />}
    </Form>
  );
}
