"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { FACTOR_NAME_LENGTH } from "@/lib/domain/factors/rules";
import { RecoveryCodes } from "./recovery-codes";

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
