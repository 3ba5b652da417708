"use client";

import { useState } from "react";
import { Pages } from "@/components/paging/next-pages";
import { PersonLine } from "@/components/profile/person-line";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { Guest, Invitation } from "@/lib/domain/accounts/invitations/schema";
import { useAction } from "@/components/shell/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { HASHED, ShownOnce } from "@/components/developer/shown-once";
import { Field, Input, Select } from "@/components/ui/field";
import { SecretDialog } from "@/components/ui/form-dialog";
import { INVITATION_DAYS } from "@/lib/domain/accounts/invitations/rules";

const SOURCE = { route: "GET /api/invitations/guests" } as const;

export function GuestList({ first }: { first: Page<Guest> }) {
  return (
    <div className="rows">
      <Pages<Guest> source={SOURCE} first={first} skeleton={<Skeleton className="m-4 h-10" />}>
        {(guest) => (
          <PersonLine
            key={guest.id}
            person={guest}
            href={`/users/${guest.handle}`}
            detail={
              <>
                @{guest.handle} · joined <RelativeTime at={guest.joinedAt} />
              </>
            }
          />
        )}
      </Pages>
    </div>
  );
}

const STATES = { open: "Open", used: "Used", expired: "Expired", revoked: "Revoked" } as const;

export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, uses, usesLeft, createdAt, expiresAt } = invitation;
  const [state, setState] = useState(invitation.state);
  const { pending, act } = useAction();

  async function revoke() {
    await call("DELETE /api/invitations/{id}", { id });
    setState("revoked");
  }

  return (
    <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{uses === 1 ? "For one person" : `${uses - usesLeft} of ${uses} came`}</span>
          <Badge tone={state === "open" ? "good" : "plain"}>{STATES[state]}</Badge>
        </p>
        <p className="text-13 text-muted">
          Made <RelativeTime at={createdAt} />
          {state === "open" && (
            <>
              , expires <RelativeTime at={expiresAt} />
            </>
          )}
        </p>
      </div>
      {state === "open" && (
        <Button size="small" pending={pending} onClick={() => act(revoke)}>
          Revoke
        </Button>
      )}
    </li>
  );
}

const DAYS = [1, 7, INVITATION_DAYS.usual, 30, INVITATION_DAYS.most];

export function NewInvitationDialog({ mostUses }: { mostUses: number }) {
  return (
    <SecretDialog
      title="Invite somebody"
      trigger={{ label: "Invite somebody", icon: "plus", variant: "primary" }}
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
        <Select
          defaultValue={String(INVITATION_DAYS.usual)}
          options={DAYS.map((days) => [days, days === 1 ? "a day" : `${days} days`])}
        />
      </Field>
    </SecretDialog>
  );
}
