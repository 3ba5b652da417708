"use client";

import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import { signIn } from "@/lib/client/sign-in";
import { HANDLE, NAME_LENGTH, PASSWORD_LENGTH } from "@/lib/domain/users/rules";

export function RegisterForm({ callbackURL }: { callbackURL: string }) {
  async function submit(entries: FormData) {
    const text = (name: string) => String(entries.get(name));
    const [handle, password] = [text("handle").toLowerCase(), text("password")];
    try {
      await call("POST /api/register", { name: text("name"), handle, email: text("email"), password });
    } catch (error) {
      return formFailure(error);
    }
    const failure = await signIn(handle, password);
    location.assign(failure ? `/login?callbackURL=${encodeURIComponent(callbackURL)}` : callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field label="Name" name="name" hint="What others see. You can change it later.">
        <Input required autoComplete="name" maxLength={NAME_LENGTH.max} autoFocus />
      </Field>
      <Field label="Handle" name="handle" hint={`Your address. ${HANDLE.words}.`}>
        <Input required autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={20} />
      </Field>
      <Field label="E-mail" name="email" hint="For signing in and letters about your account. Nobody else sees it.">
        <Input required type="email" autoComplete="email" />
      </Field>
      <Field
        label="Password"
        name="password"
        hint={`At least ${PASSWORD_LENGTH.min} characters. A few words make a good one.`}
      >
        <PasswordInput
          required
          autoComplete="new-password"
          minLength={PASSWORD_LENGTH.min}
          maxLength={PASSWORD_LENGTH.max}
        />
      </Field>
      <FormError />
      <SubmitButton size="large">Create my account</SubmitButton>
    </Form>
  );
}
