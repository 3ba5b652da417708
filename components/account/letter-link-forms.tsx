"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { LinkButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { PASSWORD_LENGTH } from "@/lib/domain/accounts/users/rules";
import { NewPasswordInput } from "./new-password-input";

export function VerifyEmailForm() {
  return (
    <LetterLinkForm
      action="Yes, confirm this address"
      redeem={async (token) => {
        const { email } = await call("POST /api/account/verify-email", { token });
        return (
          <p>
            <b className="font-semibold wrap-anywhere">{email}</b> is confirmed.
          </p>
        );
      }}
      next={{ href: "/", label: "Go to your feed" }}
    >
      <p>Is the mailbox that got this link yours?</p>
    </LetterLinkForm>
  );
}

export function UndoEmailChangeForm() {
  return (
    <LetterLinkForm
      action="Take my address back"
      redeem={async (token) => {
        const { email } = await call("POST /api/account/undo-email-change", { token });
        return (
          <p>
            <b className="font-semibold wrap-anywhere">{email}</b> is your account’s address again. Whoever changed it
            may know your password, so it no longer works: choose a new one now.
          </p>
        );
      }}
      next={{ href: "/forgot-password", label: "Choose a new password" }}
    >
      <p>
        Your account gets this address back, and every browser is signed out. Its password stops working, and so do
        factors, keys and links to other accounts that were added since shortly before the change.
      </p>
    </LetterLinkForm>
  );
}

export function UnsubscribeForm() {
  return (
    <LetterLinkForm
      action="Stop it"
      redeem={async (token) => {
        await call("POST /api/digest/stop", { token });
        return <p>You get no more digests. Settings → Notifications turns them on again.</p>;
      }}
      next={{ href: "/", label: "Go to the site" }}
    >
      <p>
        You won’t get the e-mail that tells once a day what you missed. Other letters about your account still come.
      </p>
    </LetterLinkForm>
  );
}

export function ResetPasswordForm() {
  return (
    <LetterLinkForm
      action="Set the new password"
      redeem={async (token, entries) => {
        await call("POST /api/account/reset-password", { token, password: String(entries.get("password")) });
        return <p>Your password is changed, and you’re signed out everywhere. Sign in with the new one.</p>;
      }}
      next={{ href: "/login", label: "Sign in" }}
    >
      <Field
        label="New password"
        name="password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. This signs you out of every browser and phone.`}
      >
        <NewPasswordInput autoFocus />
      </Field>
    </LetterLinkForm>
  );
}

interface LetterLinkFormProps {
  action: string;
  /** Resolves to what is shown once it worked. */
  redeem: (token: string, entries: FormData) => Promise<ReactNode>;
  next: { href: string; label: string };
  children: ReactNode;
}

/** Uses a letter's link only when the button is pressed, because mail programs open links by themselves. */
function LetterLinkForm({ action, redeem, next, children }: LetterLinkFormProps) {
  const token = useLinkToken();
  const [done, setDone] = useState<ReactNode>();

  async function submit(entries: FormData) {
    if (!token) return { message: "Open the link in the e-mail again: this page has lost it." };
    setDone(await redeem(token, entries));
  }

  if (done)
    return (
      <div role="status">
        {done}
        <LinkButton href={next.href} variant="primary" size="large" className="mt-5 w-full">
          {next.label}
        </LinkButton>
      </div>
    );
  if (token === null) return <p className="text-muted">This page needs the link from our e-mail. Open it again.</p>;
  return (
    <Form action={action} look={{ size: "large" }} submit={submit} className="flex flex-col gap-5">
      {children}
    </Form>
  );
}

/** Kept in memory, because it is removed from the address bar at once. */
let token: string | undefined;

/**
 * Returns the token of the link that led here, and removes it from the address bar, where it would stay in the history.
 * Null without one; undefined until the page has hydrated.
 */
function useLinkToken(): string | null | undefined {
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
