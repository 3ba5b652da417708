"use client";

import { LinkButton } from "@/components/ui/link-button";
import { signInWithCode } from "@/lib/client/sign-in";
import type { SecondFactor } from "@/lib/domain/factors/queries";
import { CodeForm } from "./code-form";
import { PasskeySignIn } from "./passkey-button";

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
