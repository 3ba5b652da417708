"use client";

import { type ReactNode, useState, useEffect, useSyncExternalStore } from "react";
import { Form } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { Field } from "@/components/ui/field";
import { PASSWORD_LENGTH } from "@/lib/domain/users/rules";
import { NewPasswordInput } from "@/components/account/new-password-input";

interface LetterLinkFormProps {
  route: "POST /api/account/verify-email" | "POST /api/account/undo-email-change";
  question: string;
  action: string;
  /** The message after it worked. */
  done: (email: string) => ReactNode;
}

/** Uses a letter's link only when the button is pressed, because mail programs open links by themselves. */
function LetterLinkForm({ route, question, action, done }: LetterLinkFormProps) {
  const token = useLinkToken();
  const [email, setEmail] = useState<string>();

  async function submit() {
    if (!token) return { message: "Open the link in the e-mail again: this page has lost it." };
    setEmail((await call(route, { token })).email);
  }

  if (email !== undefined) return <div role="status">{done(email)}</div>;
  if (token === null) return <p className="text-muted">This page needs the link from our e-mail. Open it again.</p>;
  return (
    <Form action={action} look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
      <p>{question}</p>
    </Form>
  );
}

export function VerifyEmailForm() {
  return (
    <LetterLinkForm
      route="POST /api/account/verify-email"
      question="Is the mailbox that got this link yours?"
      action="Yes, confirm this address"
      done={(email) => (
        <>
          <p>
            <b className="font-semibold wrap-anywhere">{email}</b> is confirmed.
          </p>
          <LinkButton href="/" variant="primary" size="large" className="mt-5 w-full">
            Go to your feed
          </LinkButton>
        </>
      )}
    />
  );
}

export function UndoEmailChangeForm() {
  return (
    <LetterLinkForm
      route="POST /api/account/undo-email-change"
      question="Your account gets this address back, and every browser is signed out. Its password stops working, and so do factors, keys and links to other accounts that were added since shortly before the change."
      action="Take my address back"
      done={(email) => (
        <>
          <p>
            <b className="font-semibold wrap-anywhere">{email}</b> is your account’s address again. Whoever changed it
            may know your password, so it no longer works: choose a new one now.
          </p>
          <LinkButton href="/forgot-password" variant="primary" size="large" className="mt-5 w-full">
            Choose a new password
          </LinkButton>
        </>
      )}
    />
  );
}

/** Kept in memory, because it is removed from the address bar at once. */
let token: string | undefined;

/**
 * Returns the token of the link that led here, and removes it from the address bar, where it would stay in the history.
 * Null without one; undefined until the page has hydrated.
 */
export function useLinkToken(): string | null | undefined {
  useEffect(() => {
    // During hydration, React reads the store only after this effect.
    readToken();
    const url = new URL(location.href);
    url.searchParams.delete("token");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }, []);
  return useSyncExternalStore<string | null | undefined>(never, readToken, () => undefined);
}

const never = () => () => undefined;

function readToken(): string | null {
  token = new URL(location.href).searchParams.get("token") ?? token;
  return token ?? null;
}

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
    <Form action="Set the new password" look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
      <Field
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. This signs you out of every browser and phone.`}
      >
        <NewPasswordInput autoFocus />
      </Field>
    </Form>
  );
}
