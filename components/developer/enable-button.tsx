"use client";

import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";
import { useAction } from "./use-action";

export function EnableButton({ id }: { id: string }) {
  const toast = useToast();
  const { pending, act } = useAction();

  async function enable() {
    await call("PATCH /api/webhooks/{id}", { id, enabled: true });
    toast("Webhook enabled.", { tone: "good" });
  }

  return (
    <Button size="small" pending={pending} onClick={() => act(enable)}>
      Enable again
    </Button>
  );
}
