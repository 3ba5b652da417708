"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

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
