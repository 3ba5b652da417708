"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Button, LinkButton } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { signIn, signInWithCode, signInByReopening } from "@/lib/client/sign-in";
import type { SecondFactor } from "@/lib/domain/accounts/factors/queries";
import { MAX_CODE_LENGTH } from "@/lib/domain/accounts/factors/rules";
import { toastStore } from "@/components/ui/toast-store";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { PasskeySignIn } from "./passkey-button";

/** `callbackURL` is a validated path of our own. Reloads the page after sign-in, since everything on it may change. */
export function LoginForm({ callbackURL }: { callbackURL: string }) {
  const router = useRouter();
  const isFrameStale = useViewer() !== null;
  // Somebody who signed out in another tab arrives here from a page that still shows them as signed in.
  useEffect(() => void (isFrameStale && router.refresh()), [isFrameStale, router]);
  const [accepted, setAccepted] = useState<{ login: string; password: string; factor: SecondFactor }>();

  async function submit(entries: FormData) {
    const [login, password] = [String(entries.get("login")), String(entries.get("password"))];
    const failure = await signIn(login, password);
    if (failure && "requires" in failure) return setAccepted({ login, password, factor: failure.requires });
    if (failure) return failure;
    location.assign(callbackURL);
  }

  async function enter(code: string) {
    const failure = accepted && (await signIn(accepted.login, accepted.password, code));
    return failure && ("requires" in failure ? "Enter the code." : failure.message);
  }

  if (accepted)
    return (
      <CodeForm enter={enter} callbackURL={callbackURL} factor={accepted.factor}>
        <Button onClick={() => setAccepted(undefined)}>Back</Button>
      </CodeForm>
    );
  return (
    <Form action="Sign in" look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
      <Field label="E-mail or handle" name="login">
        <Input required autoComplete="username webauthn" verbatim autoFocus />
      </Field>
      <Field label="Password" name="password">
        <PasswordInput required autoComplete="current-password" />
      </Field>
      <Link href="/forgot-password" className="-mt-2 self-start font-medium link">
        Forgot your password?
      </Link>
    </Form>
  );
}

interface CodeFormProps {
  /** Resolves to the error message for a rejected code, or to undefined once signed in. */
  enter: (code: string) => Promise<string | undefined>;
  callbackURL: string;
  /** For a passkey there is a button beside this form; a recovery code can replace it. */
  factor: SecondFactor;
  /** The link back to the first step. */
  children: ReactNode;
}

const LABELS: Record<SecondFactor, { label: string; hint: string }> = {
  code: { label: "Code", hint: "The six digits that your authenticator app shows, or a recovery code." },
  passkey: { label: "Recovery code", hint: "Without your passkey at hand, one of the codes that you saved with it." },
};

export function CodeForm({ enter, callbackURL, factor, children }: CodeFormProps) {
  async function submit(entries: FormData) {
    const message = await enter(String(entries.get("code")));
    if (message !== undefined) return { message };
    location.assign(callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field {...LABELS[factor]} name="code">
        <Input required autoComplete="one-time-code" verbatim maxLength={MAX_CODE_LENGTH} autoFocus />
      </Field>
      <FormError />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large">Sign in</SubmitButton>
        {children}
      </div>
    </Form>
  );
}

/** Asks for the second factor of an account that an OAuth provider has vouched for. */
export function ProviderCodeForm({ callbackURL, factor }: { callbackURL: string; factor: SecondFactor }) {
  return (
    <>
      <p className="mb-5 text-muted">Your account has a second factor. Enter a code, or use a passkey.</p>
      <CodeForm enter={signInWithCode} callbackURL={callbackURL} factor={factor}>
        <PasskeySignIn callbackURL={callbackURL} />
        <LinkButton href="/login">Back</LinkButton>
      </CodeForm>
    </>
  );
}

/** Reopens a closed account, for its proven owner. */
export function ReopenForm({ callbackURL }: { callbackURL: string }) {
  async function submit() {
    const message = await signInByReopening();
    if (message !== undefined) return { message };
    toastStore.addToNextPage("Welcome back. Your account is open again.");
    location.assign(callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <p className="text-muted">
        You closed it less than {REOPENING_DAYS} days ago. Your profile, posts, builds and follows come back as they
        were. Keys, webhooks, rooms and notifications don’t.
      </p>
      <FormError />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large">Open my account</SubmitButton>
        <LinkButton href="/login">Leave it closed</LinkButton>
      </div>
    </Form>
  );
}
