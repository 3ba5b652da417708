"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";

export function RemoveBuild({ slug, title }: { slug: string; title: string }) {
  const router = useRouter();

  async function remove() {
    await call("DELETE", `/api/builds/${slug}`);
    toastStore.add({ text: `“${title}” is taken down.`, tone: "good" });
    router.push("/builds");
    router.refresh();
  }

  return (
    <ConfirmDialog
      title={`Take “${title}” down?`}
      action="Take it down"
      danger
      onConfirm={remove}
      trigger={
        <Button variant="bare" className="text-bad!">
          Take it down
        </Button>
      }
    >
      Its likes and comments go with it. Who bought it keeps the coins’ entry in their history. This cannot be undone.
    </ConfirmDialog>
  );
}
