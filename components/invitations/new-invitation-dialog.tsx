"use client";

import { HASHED, ShownOnce } from "@/components/developer/shown-once";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/client/call";
import { INVITATION_DAYS } from "@/lib/domain/invitations/rules";

const DAYS = [1, 7, INVITATION_DAYS.usual, 30, INVITATION_DAYS.most];

/** Creates an invitation, and shows its link once. */
export function NewInvitationDialog({ mostUses }: { mostUses: number }) {
  return (
    <SecretDialog
      title="Invite somebody"
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Invite somebody
        </Button>
      }
      action="Make the link"
      issue={(entries) =>
        call("POST /api/invitations", { uses: Number(entries.get("uses")), days: Number(entries.get("days")) })
      }
      issuedTitle="Your invitation"
      show={({ link }) => <ShownOnce secret={link} what="link" kept={HASHED} />}
    >
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
    </SecretDialog>
  );
}
