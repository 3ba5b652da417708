"use client";

import { useState } from "react";
import { focusOnMount } from "@/components/ui/focus-on-mount";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { signIn } from "@/lib/client/sign-in";
import { signUp } from "@/lib/client/sign-up";
import { MAX_REQUEST_REASON } from "@/lib/domain/accounts/lifecycle/rules";
import { HANDLE, NAME_LENGTH, PASSWORD_LENGTH } from "@/lib/domain/accounts/users/rules";
import { NewPasswordInput } from "./new-password-input";

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
        <Input required autoComplete="username" verbatim maxLength={20} />
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

function RequestSent() {
  return (
    <section>
      <h2 ref={focusOnMount} tabIndex={-1} className="text-21 focus-visible:outline-none">
        Thank you. Now it’s our turn.
      </h2>
      <p className="mt-2 text-muted">
        The people who run this site will review your request. Once they approve it, you can sign in. Where this site
        sends mail, we’ll write to you.
      </p>
    </section>
  );
}

/** The progress of the proof of work before a sign-up: 0 to 1, null before it begins. Its lines keep their height. */
function WorkProgress({ done }: { done: number | null }) {
  return (
    <div className="grid min-h-14 content-start gap-2 text-13 text-muted">
      <p role="status">
        {done === null
          ? "When you send this, your browser works on a puzzle for a few seconds. That keeps bots from creating accounts."
          : "Checking… This takes a few seconds, longer on an old phone."}
      </p>
      {done !== null && (
        <div
          role="progressbar"
          aria-label="Checking"
          aria-valuenow={Math.round(done * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full bg-brand" style={{ width: `${done * 100}%` }} />
        </div>
      )}
    </div>
  );
}
