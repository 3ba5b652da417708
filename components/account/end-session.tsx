"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function EndSession({ id, browser }: { id: string; browser: string }) {
  return (
    <ConfirmDialog
      title={`Sign out ${browser}?`}
      action="Sign out"
      onConfirm={() => call("DELETE /api/account/sessions/{id}", { id })}
      refreshes
      trigger={
        <Button size="small" aria-label={`Sign out ${browser}`}>
          Sign out
        </Button>
      }
    >
      Whoever uses it has to sign in again. If that isn’t you, change your password too.
    </ConfirmDialog>
  );
}
