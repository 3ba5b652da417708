"use client";

import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { SecondFactor } from "@/lib/domain/factors/queries";
import { MAX_CODE_LENGTH } from "@/lib/domain/factors/rules";

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

/** The second step of signing in to an account that has a second factor. */
export function CodeForm({ enter, callbackURL, factor, children }: CodeFormProps) {
  async function submit(entries: FormData) {
    const message = await enter(String(entries.get("code")));
    if (message !== undefined) return { message };
    location.assign(callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field {...LABELS[factor]} name="code">
        <Input
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_CODE_LENGTH}
          autoFocus
        />
      </Field>
      <FormError />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large">Sign in</SubmitButton>
        {children}
      </div>
    </Form>
  );
}
