"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { call } from "@/lib/client/call";
import { HASHED, ShownOnce } from "./shown-once";

/** Replaces an app's secret, and shows the new one once. */
export function RotateAppSecret({ app }: { app: { id: string; name: string } }) {
  const [secret, setSecret] = useState<string | null>(null);

  async function rotate() {
    const issued = await call("POST /api/developer/apps/{id}/rotate-secret", { id: app.id });
    setSecret(issued.secret);
  }

  return (
    <>
      <ConfirmDialog
        title={`Another secret for “${app.name}”?`}
        action="Make another"
        onConfirm={rotate}
        trigger={
          <Button size="small" aria-label={`Another secret for “${app.name}”`}>
            Another secret
          </Button>
        }
      >
        The old one stops working at once. What people allowed stays.
      </ConfirmDialog>
      <Dialog
        title="The new secret"
        open={secret !== null}
        onOpenChange={(isOpen) => !isOpen && setSecret(null)}
        isShownOnce
      >
        {secret && <ShownOnce secret={secret} what="secret" kept={HASHED} />}
      </Dialog>
    </>
  );
}
