"use client";

import { useState } from "react";
import { useAction } from "@/components/shell/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import type { Invitation } from "@/lib/domain/invitations/schema";

const STATES = { open: "Open", used: "Used", expired: "Expired", revoked: "Revoked" } as const;

/** An invitation that somebody made. */
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
