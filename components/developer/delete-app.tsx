"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function DeleteApp({ app }: { app: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Delete “${app.name}”?`}
      action="Delete app"
      danger
      onConfirm={() => call("DELETE /api/developer/apps/{id}", { id: app.id })}
      refreshes
      trigger={
        <Button size="small" aria-label={`Delete “${app.name}”`}>
          Delete
        </Button>
      }
    >
      It can act for nobody any more, at once. This can’t be undone.
    </ConfirmDialog>
  );
}
