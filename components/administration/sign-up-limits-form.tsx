"use client";

import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { formFailure } from "@/components/ui/form-failure";
import { CallError } from "@/lib/client/call-error";
import type { SignUpLimits } from "@/lib/domain/site/schema";

/** Networks and mail domains that cannot sign up, one per line. */
export function SignUpLimitsForm({ limits }: { limits: SignUpLimits }) {
  async function submit(entries: FormData) {
    const [networks, mailDomains] = [linesOf(entries.get("networks")), linesOf(entries.get("mailDomains"))];
    try {
      await call("PUT /api/moderation/sign-up-limits", { networks, mailDomains });
    } catch (error) {
      return { ...formFailure(error), fields: byField(error) };
    }
    toastStore.add({ text: "Saved.", tone: "good" });
  }

  return (
    <Form submit={submit} className="grid max-w-130 gap-5">
      <Field label="Blocked networks" name="networks" hint="One address or range per line, such as 192.0.2.0/24.">
        <Textarea rows={4} spellCheck={false} defaultValue={limits.networks.join("\n")} />
      </Field>
      <Field
        label="Blocked mail domains"
        name="mailDomains"
        hint="One domain per line, such as example.com. Subdomains are included."
      >
        <Textarea rows={4} spellCheck={false} defaultValue={limits.mailDomains.join("\n")} />
      </Field>
      <FormError />
      <SubmitButton className="justify-self-start">Save</SubmitButton>
    </Form>
  );
}

const linesOf = (value: FormDataEntryValue | null) =>
  String(value ?? "")
    .split(/\s+/)
    .filter((line) => line !== "");

/** Maps the errors of single lines, such as `networks[2]`, to their field. */
function byField(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? error.fields : {};
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [, name = path, place] = /^(\w+)\D(\d+)/.exec(path) ?? [];
      return [name, place === undefined ? message : `Line ${Number(place) + 1}: ${message}`];
    }),
  );
}
