"use client";

import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";
import { useAct } from "./use-act";

export function EnableButton({ id }: { id: string }) {
  const toast = useToast();
  const { pending, act } = useAct();

  async function enable() {
    await call("PATCH", `/api/webhooks/${id}`, { enabled: true });
    toast("It is enabled again.", { tone: "good" });
  }

  return (
    <Button size="small" pending={pending} onClick={() => act(enable)}>
      Enable it again
    </Button>
  );
}
