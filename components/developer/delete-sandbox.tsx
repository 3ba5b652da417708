"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function DeleteSandbox() {
  const router = useRouter();

  async function remove() {
    await call("DELETE /api/sandbox", {});
    router.refresh();
  }

  return (
    <ConfirmDialog
      title="Delete your sandbox?"
      action="Delete sandbox"
      danger
      onConfirm={remove}
      trigger={<Button>Delete</Button>}
    >
      Everything in it goes, and its keys stop working. You can make another, with other keys.
    </ConfirmDialog>
  );
}
