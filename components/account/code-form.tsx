"use client";

import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { MAX_CODE_LENGTH } from "@/lib/domain/factors/rules";

interface CodeFormProps {
  /** Resolves to the message for a code that was refused, or to undefined once signed in. */
  enter: (code: string) => Promise<string | undefined>;
  callbackURL: string;
  /** The link back to the first step. */
  children: ReactNode;
}

/** The second step of signing in to an account that has a second factor. */
export function CodeForm({ enter, callbackURL, children }: CodeFormProps) {
  async function submit(entries: FormData) {
    const message = await enter(String(entries.get("code")));
    if (message !== undefined) return { message };
    location.assign(callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field label="Code" name="code" hint="The six digits that your authenticator app shows, or a recovery code.">
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
