"use client";

import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { Icon } from "@/components/ui/icon";
import { ExactTime } from "@/components/ui/relative-time";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import type { ChoosableEvent } from "./event-choice";
import { WebhookFields, webhookOf } from "./webhook-fields";
import { GraceChoice, graceOf, SecretKept, ShownOnce } from "./shown-once";

interface EditWebhookDialogProps {
  endpoint: Pick<EndpointOverview, "id" | "url" | "description" | "events" | "filter" | "payload">;
  choosable: readonly ChoosableEvent[];
}

export function EditWebhookDialog({ endpoint, choosable }: EditWebhookDialogProps) {
  async function submit(entries: FormData) {
    await call("PATCH /api/webhooks/{id}", {
      ...changesBetween(endpoint, webhookOf(entries)),
      id: endpoint.id,
    });
    toastStore.add({ text: "Webhook saved.", tone: "good" });
  }

  return (
    <FormDialog
      title="Edit webhook"
      trigger={
        <Button>
          <Icon name="pencil" />
          Edit
        </Button>
      }
      submit={submit}
      action="Save"
    >
      <WebhookFields choosable={choosable} endpoint={endpoint} />
    </FormDialog>
  );
}

type Filled = ReturnType<typeof webhookOf>;
type Saved = Pick<EndpointOverview, keyof Filled>;

/** Returns only the fields that were changed here, so that changes in another tab are kept. */
function changesBetween(was: Saved, is: Filled): Partial<Filled> {
  const same = (field: keyof Filled) => JSON.stringify(was[field]) === JSON.stringify(is[field]);
  return Object.fromEntries(Object.entries(is).filter(([field]) => !same(field as keyof Filled)));
}

export function NewWebhookDialog({ choosable }: { choosable: readonly ChoosableEvent[] }) {
  return (
    <SecretDialog
      title="Add a webhook"
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Add a webhook
        </Button>
      }
      action="Add it"
      issue={(entries) => call("POST /api/webhooks", webhookOf(entries))}
      issuedTitle="Its signing secret"
      show={({ secret }) => <ShownOnce secret={secret} what="signing secret" kept={<SecretKept />} />}
      nextPage={({ id }) => `/settings/developer/webhooks/${id}`}
    >
      <WebhookFields choosable={choosable} />
    </SecretDialog>
  );
}

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
