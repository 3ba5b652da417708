"use client";

import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import type { SignUpSettings } from "@/lib/domain/site/schema";

/** How accounts are made. */
export function SignUpSettingsForm({ settings }: { settings: SignUpSettings }) {
  async function submit(entries: FormData) {
    try {
      await call("PUT /api/admin/sign-up-settings", Object.fromEntries(entries) as SignUpSettings);
    } catch (error) {
      return formFailure(error);
    }
    toastStore.add({ text: "Saved.", tone: "good" });
  }

  return (
    <Form submit={submit} className="grid max-w-130 gap-5">
      <RadioCards
        legend="Who can make an account"
        name="mode"
        defaultValue={settings.mode}
        cards={[
          { value: "open", label: "Anybody" },
          { value: "approval", label: "Whom staff approve", hint: "Moderators decide on each request." },
          { value: "invite", label: "Whom somebody invites", hint: "Members and admins make links under Settings." },
          { value: "closed", label: "Nobody", hint: "Whoever has an account keeps it." },
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
            label: "Where many sign up",
            hint: "A network’s fourth sign-up within an hour takes one, and each further one twice the work.",
          },
          {
            value: "always",
            label: "Always",
            hint: "The browser works for a moment before it makes an account. Programs must as well.",
          },
        ]}
      />
      <FormError />
      <SubmitButton className="justify-self-start">Save</SubmitButton>
    </Form>
  );
}
