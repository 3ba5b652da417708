"use client";

import { Pause } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";

export function DisableWebhook({ id }: { id: string }) {
  const router = useRouter();
  const toast = useToast();

  async function disable() {
    await call("PATCH /api/webhooks/{id}", { id, enabled: false });
    toast("Webhook disabled.", { tone: "good" });
    router.refresh();
  }

  return (
    <ConfirmDialog
      title="Disable this webhook?"
      action="Disable webhook"
      onConfirm={disable}
      trigger={
        <Button>
          <Pause aria-hidden />
          Disable
        </Button>
      }
    >
      Pending deliveries fail, and while it’s disabled nothing is sent or queued. You can enable it again at any time.
    </ConfirmDialog>
  );
}
