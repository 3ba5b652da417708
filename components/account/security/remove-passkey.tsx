"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function RemovePasskey({ passkey: { id, name } }: { passkey: { id: string; name: string } }) {
  const router = useRouter();

  async function remove() {
    await call("DELETE /api/account/passkeys/{id}", { id });
    router.refresh();
  }

  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      action="Remove passkey"
      danger
      onConfirm={remove}
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
