"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FACTOR_NAME_LENGTH } from "@/lib/domain/factors/rules";
import { RecoveryCodes } from "./totp-dialog";

export function RemoveTotp() {
  return (
    <ConfirmDialog
      title="Turn off the authenticator app?"
      action="Turn it off"
      danger
      onConfirm={() => call("DELETE /api/account/totp")}
      refreshes
      trigger={<Button size="small">Turn off</Button>}
    >
      You’ll no longer be asked for its codes when you sign in.
    </ConfirmDialog>
  );
}

export function RemovePasskey({ passkey: { id, name } }: { passkey: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      action="Remove passkey"
      danger
      onConfirm={() => call("DELETE /api/account/passkeys/{id}", { id })}
      refreshes
      trigger={
        <Button size="small" aria-label={`Remove “${name}”`}>
          Remove
        </Button>
      }
    >
      It will no longer sign you in. Delete it on the device too, or the device will keep offering it.
    </ConfirmDialog>
  );
}

export function RenewCodes() {
  return (
    <SecretDialog
      title="Make new recovery codes?"
      description="The old ones stop working at once."
      trigger={<Button size="small">Make new ones</Button>}
      action="Make new codes"
      issue={() => call("POST /api/account/recovery-codes")}
      issuedTitle="Your recovery codes"
      show={({ recoveryCodes }) => <RecoveryCodes codes={recoveryCodes} />}
    />
  );
}

export function PasskeyDialog() {
  async function issue(entries: FormData) {
    // Loaded on demand: few readers add a passkey.
    const { makePasskey } = await import("@/lib/client/passkeys");
    const { recoveryCodes } = await makePasskey(String(entries.get("name")));
    return recoveryCodes.length > 0 ? recoveryCodes : undefined;
  }

  return (
    <SecretDialog
      title="Add a passkey"
      trigger={<Button>Add a passkey</Button>}
      action="Continue"
      issue={issue}
      issuedTitle="Your recovery codes"
      show={(codes) => <RecoveryCodes codes={codes} />}
    >
      <Field label="Name" name="name" hint="Where you keep it: “my phone”, “the blue key”.">
        <Input required maxLength={FACTOR_NAME_LENGTH.max} autoComplete="off" />
      </Field>
    </SecretDialog>
  );
}
