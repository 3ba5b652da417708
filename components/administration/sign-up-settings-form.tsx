"use client";

import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { SignUpSettings } from "@/lib/domain/site/schema";

/** How accounts are created. */
export function SignUpSettingsForm({ settings }: { settings: SignUpSettings }) {
  async function submit(entries: FormData) {
    await call("PUT /api/admin/sign-up-settings", Object.fromEntries(entries) as SignUpSettings);
    toastStore.add({ text: "Saved.", tone: "good" });
  }

  return (
    <Form submit={submit} className="grid max-w-130 gap-5">
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
      <FormError />
      <SubmitButton className="justify-self-start">Save</SubmitButton>
    </Form>
  );
}
