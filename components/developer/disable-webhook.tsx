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
    await call("PATCH", `/api/webhooks/${id}`, { enabled: false });
    toast("It is disabled.", { tone: "good" });
    router.refresh();
  }

  return (
    <ConfirmDialog
      title="Disable this webhook?"
      action="Disable it"
      onConfirm={disable}
      trigger={
        <Button>
          <Pause aria-hidden />
          Disable
        </Button>
      }
    >
      What still waits for it is given up, and while it is disabled nothing is sent or kept. You can enable it again at
      any time.
    </ConfirmDialog>
  );
}
