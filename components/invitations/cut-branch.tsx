"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field, Textarea } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { CUT_REASON_LENGTH } from "@/lib/domain/accounts/invitations/rules";

/** Cuts the branch of the invitation tree below a person. */
export function CutBranch({ handle }: { handle: string }) {
  async function submit(entries: FormData) {
    const suspend = entries.has("suspend");
    const cut = { handle, suspend, reason: String(entries.get("reason")) };
    const { below } = await call("POST /api/admin/invited/{handle}/cut", cut);
    const accounts = below === 1 ? "1 account" : `${below} accounts`;
    toastStore.add({ text: suspend ? `Cut. Suspending ${accounts} below.` : "Cut.", tone: "good" });
  }

  return (
    <FormDialog
      title={`Cut the branch of @${handle}`}
      description="No invitation of theirs, or of anybody below, works any more, and none of them can make another. This can’t be undone."
      trigger={{ label: "Cut this branch", icon: "scissors", size: "small" }}
      submit={submit}
      action="Cut the branch"
      danger
    >
      <Field label="Why" name="reason" hint="Shown to everybody who is suspended.">
        <Textarea rows={2} required maxLength={CUT_REASON_LENGTH.max} />
      </Field>
      <Checkbox
        name="suspend"
        label={`Suspend everybody below @${handle}`}
        hint="For a year. Each of them sees the reason and can appeal. Staff and the account itself stay as they are."
      />
    </FormDialog>
  );
}
