"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function DeleteSandbox() {
  return (
    <ConfirmDialog
      title="Delete your sandbox?"
      action="Delete sandbox"
      danger
      onConfirm={() => call("DELETE /api/sandbox", {})}
      refreshes
      trigger={<Button>Delete</Button>}
    >
      Everything in it goes, and its keys stop working. You can make another, with other keys.
    </ConfirmDialog>
  );
}
