"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { ExactTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { SecretKept, ShownOnce } from "./shown-once";

interface Rotated {
  secret: string;
  /** When the old secret stops signing. */
  bothUntil: string | null;
}

/** Rotates the signing secret. For a while deliveries are signed with both, so that receivers can be updated. */
export function RotateSecretDialog({ endpoint }: { endpoint: { id: string; oldSecretEndsAt: string | null } }) {
  const router = useRouter();
  const [rotated, setRotated] = useState<Rotated>();

  async function submit(entries: FormData) {
    const graceSeconds = graceOf(entries);
    const { secret } = await call("POST /api/webhooks/{id}/rotate-secret", { id: endpoint.id, graceSeconds });
    setRotated({
      secret,
      bothUntil: graceSeconds > 0 ? new Date(Date.now() + graceSeconds * 1000).toISOString() : null,
    });
  }

  function change(open: boolean) {
    if (open || !rotated) return;
    setRotated(undefined);
    router.refresh();
  }

  return (
    <Dialog
      title={rotated ? "The new signing secret" : "Rotate secret"}
      description={
        rotated
          ? undefined
          : "The webhook gets a new signing secret. Until the old one expires, every delivery is signed with both."
      }
      onOpenChange={change}
      isShownOnce={Boolean(rotated)}
      trigger={
        <Button>
          <Icon name="refresh-cw" />
          Rotate secret
        </Button>
      }
    >
      {rotated ? (
        <ShownOnce
          secret={rotated.secret}
          what="signing secret"
          kept={
            <>
              <SecretKept />{" "}
              {rotated.bothUntil ? (
                <>
                  Deliveries are signed with both until{" "}
                  <b className="font-semibold">
                    <ExactTime at={rotated.bothUntil} />
                  </b>
                  .
                </>
              ) : (
                "The old one no longer signs."
              )}
            </>
          }
        />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          {endpoint.oldSecretEndsAt && (
            <p className="rounded-control border border-line bg-bg px-3.5 py-2.5">
              A rotation is in progress until <ExactTime at={endpoint.oldSecretEndsAt} />. Rotating again expires the
              oldest secret immediately.
            </p>
          )}
          <GraceChoice />
          <FormError />
          <SubmitButton>Rotate secret</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
