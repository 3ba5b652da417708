"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

export function RemoveBuild({ slug, title }: { slug: string; title: string }) {
  const router = useRouter();

  async function remove() {
    await call("DELETE /api/builds/{slug}", { slug });
    toastStore.add({ text: `“${title}” was removed.`, tone: "good" });
    router.push("/builds");
  }

  return (
    <ConfirmDialog
      title={`Remove “${title}”?`}
      action="Remove it"
      danger
      onConfirm={remove}
      refreshes
      trigger={
        <Button variant="bare" className="text-bad!">
          Remove it
        </Button>
      }
    >
      This also removes its likes and comments. Buyers keep the purchase in their history. It can’t be undone.
    </ConfirmDialog>
  );
}
