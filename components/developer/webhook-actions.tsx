"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { call, messageOf } from "@/lib/client/call";

export function WebhookActions({ endpoint }: { endpoint: { id: string; enabled: boolean } }) {
  const router = useRouter();
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const path = `/api/webhooks/${endpoint.id}`;

  async function toggle() {
    setPending(true);
    try {
      await call("PATCH", path, { enabled: !endpoint.enabled });
      router.refresh();
    } catch (error) {
      toast(messageOf(error), { tone: "bad" });
    } finally {
      setPending(false);
    }
  }

  async function remove() {
    await call("DELETE", path);
    router.push("/settings/developer");
    router.refresh();
  }

  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <Button pending={pending} onClick={toggle}>{endpoint.enabled ? "Disable" : "Enable"}</Button>
      <ConfirmDialog title="Delete this webhook?" action="Delete it" danger onConfirm={remove} trigger={<Button>Delete</Button>}>
        What is queued for it is not sent, and the log of its deliveries is gone. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
