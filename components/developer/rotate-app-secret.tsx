"use client";

import { Button } from "@/components/ui/button";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import { HASHED, ShownOnce } from "./shown-once";

/** Replaces an app's secret, and shows the new one once. */
export function RotateAppSecret({ app: { id, name } }: { app: { id: string; name: string } }) {
  async function issue() {
    const { secret } = await call("POST /api/developer/apps/{id}/rotate-secret", { id });
    return secret ?? undefined;
  }

  return (
    <SecretDialog
      title={`Another secret for “${name}”?`}
      description="The old one stops working at once. What people allowed stays."
      trigger={
        <Button size="small" aria-label={`Another secret for “${name}”`}>
          Another secret
        </Button>
      }
      action="Make another"
      issue={issue}
      issuedTitle="The new secret"
      show={(secret) => <ShownOnce secret={secret} what="secret" kept={HASHED} />}
    />
  );
}
