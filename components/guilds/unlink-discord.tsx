"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function UnlinkDiscord() {
  const router = useRouter();

  async function unlink() {
    await call("DELETE /api/account/discord", {});
    router.replace("/settings/account", { scroll: false });
  }

  return (
    <ConfirmDialog
      title="Unlink Discord?"
      action="Unlink Discord"
      onConfirm={unlink}
      refreshes
      trigger={<Button size="small">Unlink</Button>}
    >
      You leave the leaderboards of your Discord servers, and can no longer sign in with Discord.
    </ConfirmDialog>
  );
}
