"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function RevokeKey({ apiKey }: { apiKey: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      danger
      onConfirm={() => call("DELETE /api/developer/keys/{id}", { id: apiKey.id })}
      refreshes
      trigger={
        <Button size="small" aria-label={`Revoke “${apiKey.name}”`}>
          Revoke
        </Button>
      }
    >
      Programs that use it stop working immediately. This can’t be undone.
    </ConfirmDialog>
  );
}
