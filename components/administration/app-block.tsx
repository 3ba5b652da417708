"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Textarea } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { call } from "@/lib/client/call";
import { BLOCK_REASON_LENGTH } from "@/lib/domain/accounts/apps/rules";
import type { ListedApp } from "@/lib/domain/accounts/apps/schema";

export function AppBlock({ app: { id, name, blocked } }: { app: ListedApp }) {
  async function block(entries: FormData) {
    await call("PUT /api/admin/apps/{id}/block", { id, reason: String(entries.get("reason")) });
  }

  if (blocked)
    return (
      <ConfirmDialog
        title={`Unblock “${name}”?`}
        action="Unblock"
        onConfirm={() => call("DELETE /api/admin/apps/{id}/block", { id })}
        refreshes
        trigger={{ label: "Unblock", size: "small", name: `Unblock “${name}”` }}
      >
        Existing authorizations work again at once.
      </ConfirmDialog>
    );
  return (
    <FormDialog
      title={`Block “${name}”?`}
      description="It can no longer act for anyone, and nobody can authorize it until you unblock it."
      trigger={{ label: "Block", size: "small" }}
      submit={block}
      action="Block app"
      danger
    >
      <Field label="Reason" name="reason" hint="Its developer reads it.">
        <Textarea required maxLength={BLOCK_REASON_LENGTH.max} />
      </Field>
    </FormDialog>
  );
}
