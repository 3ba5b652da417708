"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ExactTime } from "@/components/ui/relative-time";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { SecretKept, ShownOnce } from "./shown-once";

/** Rotates the signing secret. For a while deliveries are signed with both, so that receivers can be updated. */
export function RotateSecretDialog({ endpoint }: { endpoint: { id: string; oldSecretEndsAt: string | null } }) {
  async function issue(entries: FormData) {
    const graceSeconds = graceOf(entries);
    const { secret } = await call("POST /api/webhooks/{id}/rotate-secret", { id: endpoint.id, graceSeconds });
    return { secret, bothUntil: graceSeconds > 0 ? new Date(Date.now() + graceSeconds * 1000).toISOString() : null };
  }

  return (
    <SecretDialog
      title="Rotate secret"
      description="The webhook gets a new signing secret. Until the old one expires, every delivery is signed with both."
      trigger={
        <Button>
          <Icon name="refresh-cw" />
          Rotate secret
        </Button>
      }
      action="Rotate secret"
      issue={issue}
      issuedTitle="The new signing secret"
      show={({ secret, bothUntil }) => (
        <ShownOnce secret={secret} what="signing secret" kept={<RotationKept bothUntil={bothUntil} />} />
      )}
    >
      {endpoint.oldSecretEndsAt && (
        <p className="rounded-control border border-line bg-bg px-3.5 py-2.5">
          A rotation is in progress until <ExactTime at={endpoint.oldSecretEndsAt} />. Rotating again expires the oldest
          secret immediately.
        </p>
      )}
      <GraceChoice />
    </SecretDialog>
  );
}

/** How to keep the new secret, and when the old one stops signing. */
function RotationKept({ bothUntil }: { bothUntil: string | null }) {
  return (
    <>
      <SecretKept />{" "}
      {bothUntil ? (
        <>
          Deliveries are signed with both until{" "}
          <b className="font-semibold">
            <ExactTime at={bothUntil} />
          </b>
          .
        </>
      ) : (
        "The old one no longer signs."
      )}
    </>
  );
}
