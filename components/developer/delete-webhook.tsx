"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

export function DeleteWebhook({ id }: { id: string }) {
  const router = useRouter();

  async function remove() {
    await call("DELETE /api/webhooks/{id}", { id });
    toastStore.add({ text: "Webhook deleted.", tone: "good" });
    router.push("/settings/developer");
  }

  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      danger
      onConfirm={remove}
      refreshes
      trigger={
        <Button>
          <Icon name="trash" />
          Delete
        </Button>
      }
    >
      Queued deliveries won’t be sent, and its delivery log is deleted. This can’t be undone.
    </ConfirmDialog>
  );
}
