"use client";

import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { toastStore } from "@/components/ui/toast-store";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";

export function SendTest({ id }: { id: string }) {
  const { pending, act } = useRefreshingAction();

  async function send() {
    await call("POST /api/webhooks/{id}/test", { id });
    // The log is below the fold, and says nothing of a delivery that was finished when it first saw it.
    toastStore.add({ text: "Test sent. Its delivery is in the list below.", tone: "good" });
  }

  return (
    <Button variant="primary" pending={pending} onClick={() => act(send)}>
      <Icon name="send" />
      Send a test
    </Button>
  );
}

export function EnableButton({ id }: { id: string }) {
  const { pending, act } = useRefreshingAction();

  async function enable() {
    await call("PATCH /api/webhooks/{id}", { id, enabled: true });
    toastStore.add({ text: "Webhook enabled.", tone: "good" });
  }

  return (
    <Button size="small" pending={pending} onClick={() => act(enable)}>
      Enable again
    </Button>
  );
}

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
      trigger={{ label: "Disable", icon: "pause" }}
    >
      Pending deliveries fail, and while it’s disabled nothing is sent or queued. You can enable it again at any time.
    </ConfirmDialog>
  );
}

export function DeleteWebhook({ id }: { id: string }) {
  const done = useDone();

  async function remove() {
    await call("DELETE /api/webhooks/{id}", { id });
    done("Webhook deleted.", "/settings/developer");
  }

  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete webhook"
      danger
      onConfirm={remove}
      trigger={{ label: "Delete", icon: "trash" }}
    >
      Queued deliveries won’t be sent, and its delivery log is deleted. This can’t be undone.
    </ConfirmDialog>
  );
}
