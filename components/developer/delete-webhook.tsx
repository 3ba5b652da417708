"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/client/call";

export function DeleteWebhook({ id }: { id: string }) {
  const router = useRouter();
  const toast = useToast();

  async function remove() {
    await call("DELETE", `/api/webhooks/${id}`);
    toast("The webhook is deleted.", { tone: "good" });
    router.push("/settings/developer");
    router.refresh();
  }

  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete it"
      danger
      onConfirm={remove}
      trigger={
        <Button>
          <Trash2 aria-hidden />
          Delete
        </Button>
      }
    >
      What is queued for it is not sent, and the log of its deliveries is gone. This cannot be undone.
    </ConfirmDialog>
  );
}
