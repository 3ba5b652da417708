"use client";

import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { toastStore } from "@/components/ui/toast-store";
import { Lead, Section } from "@/components/ui/section";
import { call } from "@/lib/client/call";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";

/** Closes the account. An account without a password asks for another proof. */
export function CloseAccount({ hasPassword }: { hasPassword: boolean }) {
  async function submit(entries: FormData) {
    await call("DELETE /api/account", hasPassword ? { password: String(entries.get("password")) } : {});
    toastStore.addToNextPage(`Your account is closed. Sign in within ${REOPENING_DAYS} days to open it again.`);
    location.assign("/");
  }

  return (
    <Section id="close" title="Close your account">
      <Lead>
        Nobody sees your profile, posts and builds any more, your follows, keys, webhooks and notifications end, and
        your name leaves your comments. For {REOPENING_DAYS} days you can change your mind: sign in, and your account
        opens again, without keys, webhooks and notifications. After that it’s gone for good.
      </Lead>
      <Dialog
        title="Close your account?"
        description={`Everybody stops seeing it now. You can open it again for ${REOPENING_DAYS} days by signing in. Download your data first if you want to keep it.`}
        trigger={{ label: "Close my account", variant: "danger" }}
      >
        <Form
          action="Close my account now"
          look={{ variant: "danger" }}
          submit={submit}
          className="flex flex-col gap-5"
        >
          {hasPassword && (
            <Field label="Your password" name="password">
              <PasswordInput required autoComplete="current-password" />
            </Field>
          )}
        </Form>
      </Dialog>
    </Section>
  );
}
