"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

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
