"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";
import { toastStore } from "@/components/ui/toast-store";

export function EndSession({ id, browser }: { id: string; browser: string }) {
  return (
    <ConfirmDialog
      title={`Sign out ${browser}?`}
      action="Sign out"
      onConfirm={() => call("DELETE /api/account/sessions/{id}", { id })}
      refreshes
      trigger={{ label: "Sign out", size: "small", name: `Sign out ${browser}` }}
    >
      Whoever uses it has to sign in again. If that isn’t you, change your password too.
    </ConfirmDialog>
  );
}

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
      trigger={{ label: "Sign out everywhere", size: "small" }}
    >
      This signs you out of every browser and phone, including this one. API keys keep working.
    </ConfirmDialog>
  );
}
