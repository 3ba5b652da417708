"use client";

import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { signIn } from "@/lib/client/sign-in";
import type { KeySummary } from "@/lib/domain/accounts/keys/schema";
import { Checkbox } from "@/components/ui/checkbox";
import { NewPasswordInput } from "./new-password-input";

interface PasswordFormProps {
  handle: string;
  /** Valid keys only. */
  keys: readonly KeySummary[];
}

/** A new password ends every session; this browser signs in again right away. */
export function PasswordForm({ handle, keys }: PasswordFormProps) {
  async function submit(entries: FormData) {
    const currentPassword = String(entries.get("currentPassword"));
    const newPassword = String(entries.get("newPassword"));
    await call("POST /api/account/password", {
      currentPassword,
      newPassword,
      revokeKeys: entries.has("revokeKeys"),
    });
    toastStore.addToNextPage("Your password is changed.");
    const failure = await signIn(handle, newPassword);
    location.assign(failure ? "/login?callbackURL=%2Fsettings%2Faccount" : "/settings/account");
  }

  return (
    <Form action="Change password" narrow submit={submit} className="flex flex-col gap-5">
      <input type="text" name="username" autoComplete="username" value={handle} readOnly hidden />
      <Field label="Current password" name="currentPassword">
        <PasswordInput required autoComplete="current-password" />
      </Field>
      <Field label="New password" name="newPassword" hint="This signs you out of every other browser and phone.">
        <NewPasswordInput />
      </Field>
      {keys.length > 0 && <KeysToRevoke keys={keys} />}
    </Form>
  );
}

/** The API keys that a new password leaves valid, and the option to revoke them. */
function KeysToRevoke({ keys }: { keys: readonly KeySummary[] }) {
  const isOne = keys.length === 1;
  return (
    <div className="rounded-control border border-line p-4">
      <Checkbox
        name="revokeKeys"
        label={isOne ? "Also revoke my API key" : `Also revoke my ${keys.length} API keys`}
        hint={`${isOne ? "It keeps" : "They keep"} working otherwise. Revoke ${isOne ? "it" : "them"} if someone else may have had access to your account.`}
      />
      <ul
        aria-label="API keys"
        className="mt-3 flex max-h-48 flex-col gap-1 overflow-y-auto border-t border-line pt-3 text-13"
      >
        {keys.map((key) => (
          <li key={key.id} className="flex justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">{key.name}</span>
            <code className="shrink-0 font-mono text-muted">
              {key.prefix}…{key.suffix}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}
