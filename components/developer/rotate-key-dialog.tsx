"use client";

import { Button } from "@/components/ui/button";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { HASHED, ShownOnce } from "./shown-once";

/** Rotates the secret of a key. The old one stays valid for a while, so that programs can be updated one by one. */
export function RotateKeyDialog({ apiKey: { id, name } }: { apiKey: { id: string; name: string } }) {
  return (
    <SecretDialog
      title={`Rotate “${name}”`}
      description="The key keeps its name, scopes and history, and gets a new secret."
      trigger={
        <Button size="small" aria-label={`Rotate “${name}”`}>
          Rotate
        </Button>
      }
      action="Rotate key"
      issue={(entries) => call("POST /api/developer/keys/{id}/rotate", { id, graceSeconds: graceOf(entries) })}
      issuedTitle="The new secret"
      show={({ key }) => <ShownOnce secret={key} what="key" kept={HASHED} />}
    >
      <GraceChoice />
    </SecretDialog>
  );
}
