"use client";

import { Form } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { SignUpSettings, SignUpLimits } from "@/lib/domain/deployment/site/schema";
import { Field, Textarea } from "@/components/ui/field";
import { formFailure } from "@/components/ui/failure-note";
import { CallError } from "@/lib/client/call-error";

export function SignUpSettingsForm({ settings }: { settings: SignUpSettings }) {
  async function submit(entries: FormData) {
    await call("PUT /api/admin/sign-up-settings", Object.fromEntries(entries) as SignUpSettings);
    toastStore.add({ text: "Saved.", tone: "good" });
  }

  return (
    <Form action="Save" narrow submit={submit} className="grid max-w-130 gap-5">
      <RadioCards
        legend="Who can sign up"
        name="mode"
        defaultValue={settings.mode}
        cards={[
          { value: "open", label: "Anybody" },
          { value: "approval", label: "With approval", hint: "Moderators decide on each request." },
          { value: "invite", label: "By invitation", hint: "Members and admins create links under Settings." },
          { value: "closed", label: "Nobody", hint: "Existing accounts stay." },
        ]}
      />
      <RadioCards
        legend="Proof of work"
        name="proof"
        defaultValue={settings.proof}
        cards={[
          { value: "never", label: "Never", hint: "For a site that strangers don’t know." },
          {
            value: "busy",
            label: "For busy networks",
            hint: "A network’s fourth sign-up within an hour needs one, and each further one twice the work.",
          },
          {
            value: "always",
            label: "Always",
            hint: "Browsers and programs have to compute for a moment before they can create an account.",
          },
        ]}
      />
    </Form>
  );
}

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
    <Form action="Save" narrow submit={submit} className="grid max-w-130 gap-5">
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
