"use client";

import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

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
