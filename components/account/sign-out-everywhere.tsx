"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

export function SignOutEverywhere() {
  async function signOut() {
    await call("DELETE /api/account/sessions");
    toastStore.addToNextPage("You’re signed out everywhere.");
    location.assign("/login");
  }

  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      onConfirm={signOut}
      trigger={<Button size="small">Sign out everywhere</Button>}
    >
      This signs you out of every browser and phone, including this one. API keys keep working.
    </ConfirmDialog>
  );
}
