"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { ExactTime } from "@/components/ui/relative-time";
import { call, formFailure } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { SecretKept, ShownOnce } from "./shown-once";

interface Rotated {
  secret: string;
  /** Until when the old secret signs as well. */
  bothUntil: string | null;
}

/** A new signing secret. For a while each delivery carries a signature of the old one too, so that a receiver can change over. */
export function RotateSecretDialog({ endpoint }: { endpoint: { id: string; oldSecretEndsAt: string | null } }) {
  const router = useRouter();
  const [rotated, setRotated] = useState<Rotated>();

  async function submit(entries: FormData) {
    const graceSeconds = graceOf(entries);
    try {
      const { secret } = await call<{ secret: string }>("POST", `/api/webhooks/${endpoint.id}/rotate-secret`, {
        graceSeconds,
      });
      setRotated({
        secret,
        bothUntil: graceSeconds > 0 ? new Date(Date.now() + graceSeconds * 1000).toISOString() : null,
      });
    } catch (error) {
      return formFailure(error);
    }
  }

  function change(open: boolean) {
    if (open || !rotated) return;
    setRotated(undefined);
    router.refresh();
  }

  return (
    <Dialog
      title={rotated ? "The new signing secret" : "Rotate the secret"}
      description={
        rotated
          ? undefined
          : "The webhook gets a new signing secret. Until the old one ends, each delivery is signed with both."
      }
      onOpenChange={change}
      closesOutside={!rotated}
      trigger={
        <Button>
          <RefreshCw aria-hidden />
          Rotate the secret
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
                  Both secrets sign until{" "}
                  <b className="font-semibold">
                    <ExactTime at={rotated.bothUntil} />
                  </b>
                  .
                </>
              ) : (
                "The old one signs no more."
              )}
            </>
          }
        />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          {endpoint.oldSecretEndsAt && (
            <p className="rounded-control border border-line bg-bg px-3.5 py-2.5">
              A rotation is under way until <ExactTime at={endpoint.oldSecretEndsAt} />. Another one ends the oldest
              secret at once.
            </p>
          )}
          <GraceChoice />
          <FormError />
          <SubmitButton>Rotate it</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
