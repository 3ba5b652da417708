"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ShownOnce } from "@/components/developer/shown-once";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/client/call";
import { INVITATION_DAYS } from "@/lib/domain/invitations/rules";

const DAYS = [1, 7, INVITATION_DAYS.usual, 30, INVITATION_DAYS.most];

/** Creates an invitation, and shows its link once. */
export function NewInvitationDialog({ mostUses }: { mostUses: number }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [link, setLink] = useState<string>();

  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    if (link) router.refresh();
    setLink(undefined);
  }

  async function submit(entries: FormData) {
    const [uses, days] = [Number(entries.get("uses")), Number(entries.get("days"))];
    setLink((await call("POST /api/invitations", { uses, days })).link);
  }

  return (
    <Dialog
      title={link ? "Your invitation" : "Invite somebody"}
      open={open}
      onOpenChange={change}
      closesOutside={!link}
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Invite somebody
        </Button>
      }
    >
      {link ? (
        <ShownOnce secret={link} what="link" kept="We only store a hash, so it can’t be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="For how many people" name="uses" hint={`Up to ${mostUses}.`}>
            <Input required type="number" inputMode="numeric" min={1} max={mostUses} defaultValue={1} />
          </Field>
          <Field label="Works for" name="days">
            <Select defaultValue={String(INVITATION_DAYS.usual)}>
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === 1 ? "a day" : `${days} days`}
                </option>
              ))}
            </Select>
          </Field>
          <FormError />
          <SubmitButton className="justify-self-start">Make the link</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
