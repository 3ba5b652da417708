"use client";

import { Button } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { useAction } from "./use-action";

export function EnableButton({ id }: { id: string }) {
  const { pending, act } = useAction();

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
