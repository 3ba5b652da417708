"use client";

import { Button } from "@/components/ui/button";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import { RecoveryCodes } from "./recovery-codes";

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
