"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function RevokeKey({ apiKey }: { apiKey: { id: string; name: string } }) {
  const router = useRouter();

  async function revoke() {
    await call("DELETE", `/api/developer/keys/${apiKey.id}`);
    router.refresh();
  }

  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke the key"
      danger
      onConfirm={revoke}
      trigger={<Button size="small">Revoke</Button>}
    >
      Programs that use it are refused from the next request on. This cannot be undone.
    </ConfirmDialog>
  );
}
