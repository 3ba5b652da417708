"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";

export function CloseAccount() {
  async function submit(entries: FormData) {
    try {
      await call("DELETE /api/account", { password: String(entries.get("password")) });
    } catch (error) {
      return formFailure(error);
    }
    location.assign("/");
  }

  return (
    <section aria-labelledby="close">
      <h2 id="close" className="mb-2 text-21">
        Close your account
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        This deletes your posts, builds, follows, keys, webhooks and notifications, and takes your name off your
        comments. It can’t be undone.
      </p>
      <Dialog
        title="Close your account?"
        description="This can’t be undone. Download your data first if you want to keep it."
        trigger={<Button variant="danger">Close my account</Button>}
      >
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="Your password" name="password">
            <PasswordInput required autoComplete="current-password" />
          </Field>
          <FormError />
          <SubmitButton variant="danger">Close my account for good</SubmitButton>
        </Form>
      </Dialog>
    </section>
  );
}
