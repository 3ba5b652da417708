"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function RemoveTotp() {
  const router = useRouter();

  async function remove() {
    await call("DELETE /api/account/totp");
    router.refresh();
  }

  return (
    <ConfirmDialog
      title="Turn off the authenticator app?"
      action="Turn it off"
      danger
      onConfirm={remove}
      trigger={<Button size="small">Turn off</Button>}
    >
      You’ll no longer be asked for its codes when you sign in.
    </ConfirmDialog>
  );
}
