"use client";

import { Icon } from "@/components/ui/icon";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

export function DisableWebhook({ id }: { id: string }) {
  async function disable() {
    await call("PATCH /api/webhooks/{id}", { id, enabled: false });
    toastStore.add({ text: "Webhook disabled.", tone: "good" });
  }

  return (
    <ConfirmDialog
      title="Disable this webhook?"
      action="Disable webhook"
      onConfirm={disable}
      refreshes
      trigger={
        <Button>
          <Icon name="pause" />
          Disable
        </Button>
      }
    >
      Pending deliveries fail, and while it’s disabled nothing is sent or queued. You can enable it again at any time.
    </ConfirmDialog>
  );
}
