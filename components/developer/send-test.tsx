"use client";

import { Icon } from "@/components/ui/icon";
import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

/** Sends a `webhook.test` event, which shows up in the delivery log. */
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
