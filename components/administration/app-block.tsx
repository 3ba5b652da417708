"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import { BLOCK_REASON_LENGTH } from "@/lib/domain/apps/rules";
import type { ListedApp } from "@/lib/domain/apps/schema";

/** Blocks an app, or ends its block. */
export function AppBlock({ app: { id, name, blocked } }: { app: ListedApp }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);

  async function block(entries: FormData) {
    try {
      await call("PUT /api/admin/apps/{id}/block", { id, reason: String(entries.get("reason")) });
    } catch (error) {
      return formFailure(error);
    }
    setOpen(false);
    router.refresh();
  }

  async function unblock() {
    await call("DELETE /api/admin/apps/{id}/block", { id });
    router.refresh();
  }

  if (blocked)
    return (
      <ConfirmDialog
        title={`Unblock “${name}”?`}
        action="Unblock"
        onConfirm={unblock}
        trigger={<Button size="small">Unblock</Button>}
      >
        What people allowed it works again at once.
      </ConfirmDialog>
    );
  return (
    <Dialog
      title={`Block “${name}”?`}
      description="It can act for nobody from now on, and nobody can allow it, until you unblock it."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button size="small">Block</Button>}
    >
      <Form submit={block} className="flex flex-col gap-5">
        <Field label="Reason" name="reason" hint="Its developer reads it.">
          <Textarea required maxLength={BLOCK_REASON_LENGTH.max} />
        </Field>
        <FormError />
        <SubmitButton variant="danger">Block app</SubmitButton>
      </Form>
    </Dialog>
  );
}
