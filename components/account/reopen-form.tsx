"use client";

import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { LinkButton } from "@/components/ui/link-button";
import { toastStore } from "@/components/ui/toast-store";
import { signInByReopening } from "@/lib/client/sign-in";
import { REOPENING_DAYS } from "@/lib/domain/users/rules";

/** Reopens a closed account, for its proven owner. */
export function ReopenForm({ callbackURL }: { callbackURL: string }) {
  async function submit() {
    const message = await signInByReopening();
    if (message !== undefined) return { message };
    toastStore.addToNextPage("Welcome back. Your account is open again.");
    location.assign(callbackURL);
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <p className="text-muted">
        You closed it less than {REOPENING_DAYS} days ago. Your profile, posts, builds and follows come back as they
        were. Keys, webhooks, rooms and notifications don’t.
      </p>
      <FormError />
      <div className="flex flex-col gap-3">
        <SubmitButton size="large">Open my account</SubmitButton>
        <LinkButton href="/login">Leave it closed</LinkButton>
      </div>
    </Form>
  );
}
