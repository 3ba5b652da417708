"use client";

import { Pause } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";

export function DisableWebhook({ id }: { id: string }) {
  const router = useRouter();

  async function disable() {
    await call("PATCH", `/api/webhooks/${id}`, { enabled: false });
    router.refresh();
  }

  return (
    <ConfirmDialog title="Disable this webhook?" action="Disable it" onConfirm={disable} trigger={<Button><Pause aria-hidden />Disable</Button>}>
      What still waits for it is given up, and while it is disabled nothing is sent or kept. You can enable it again at any time.
    </ConfirmDialog>
  );
}
