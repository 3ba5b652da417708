"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/client/call";
import { RecoveryCodes } from "./recovery-codes";

export function RenewCodes() {
  const [codes, setCodes] = useState<string[]>();

  async function renew() {
    setCodes((await call("POST /api/account/recovery-codes")).recoveryCodes);
  }

  return (
    <>
      <ConfirmDialog
        title="Make new recovery codes?"
        action="Make new codes"
        onConfirm={renew}
        refreshes
        trigger={<Button size="small">Make new ones</Button>}
      >
        The old ones stop working at once.
      </ConfirmDialog>
      <Dialog
        title="Your recovery codes"
        open={codes !== undefined}
        onOpenChange={(open) => open || setCodes(undefined)}
        isShownOnce
      >
        {codes && <RecoveryCodes codes={codes} />}
      </Dialog>
    </>
  );
}
