"use client";

import { Icon } from "@/components/ui/icon";
import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";

/** Sends a `webhook.test` event, which shows up in the delivery log. */
export function SendTest({ id }: { id: string }) {
  const { pending, act } = useRefreshingAction();
  return (
    <Button variant="primary" pending={pending} onClick={() => act(() => call("POST /api/webhooks/{id}/test", { id }))}>
      <Icon name="send" />
      Send a test
    </Button>
  );
}
