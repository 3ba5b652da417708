"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/client/sign-in";
import { MAX_CODE_LENGTH } from "@/lib/domain/factors/rules";

interface CodeFormProps {
  login: string;
  /** The right one: only the code is missing. */
  password: string;
  callbackURL: string;
  onBack: () => void;
}

/** The second step of signing in to an account that has a second factor. */
export function CodeForm({ login, password, callbackURL, onBack }: CodeFormProps) {
  async function submit(entries: FormData) {
    const failure = await signIn(login, password, String(entries.get("code")));
    if (failure) return { message: failure.needsCode ? "Enter the code." : failure.message };
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
        <Button onClick={onBack}>Back</Button>
      </div>
    </Form>
  );
}
