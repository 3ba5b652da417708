"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { signIn } from "@/lib/client/sign-in";
import type { SecondFactor } from "@/lib/domain/factors/queries";
import { CodeForm } from "./code-form";

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
    <Form submit={submit} className="flex flex-col gap-5">
      <Field label="E-mail or handle" name="login">
        <Input required autoComplete="username webauthn" autoCapitalize="none" spellCheck={false} autoFocus />
      </Field>
      <Field label="Password" name="password">
        <PasswordInput required autoComplete="current-password" />
      </Field>
      <Link href="/forgot-password" className="-mt-2 self-start font-medium link">
        Forgot your password?
      </Link>
      <FormError />
      <SubmitButton size="large">Sign in</SubmitButton>
    </Form>
  );
}
