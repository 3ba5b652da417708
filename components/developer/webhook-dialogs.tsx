"use client";

import { FormDialog, SecretDialog } from "@/components/ui/form-dialog";
import { ExactTime } from "@/components/ui/relative-time";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { EndpointOverview } from "@/lib/domain/consequences/webhooks/queries";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Input } from "@/components/ui/field";
import type { InputOf } from "@/lib/client/routes";
import { type ChoosableEvent, EventChoice } from "./event-choice";
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
    <FormDialog title="Edit webhook" trigger={{ label: "Edit", icon: "pencil" }} submit={submit} action="Save">
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
      trigger={{ label: "Add a webhook", icon: "plus", variant: "primary" }}
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
      trigger={{ label: "Rotate secret", icon: "refresh-cw" }}
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

interface WebhookFieldsProps {
  choosable: readonly ChoosableEvent[];
  endpoint?: Pick<EndpointOverview, "url" | "description" | "events" | "filter" | "payload">;
}

function WebhookFields({ choosable, endpoint }: WebhookFieldsProps) {
  return (
    <>
      <Field label="URL" name="url" hint="A public HTTPS address of your server.">
        <Input
          required
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          verbatim
          defaultValue={endpoint?.url}
        />
      </Field>
      <Field label="Label" name="description" hint="Just for you: “production”, “chat bot”.">
        <Input autoComplete="off" defaultValue={endpoint?.description} />
      </Field>
      <EventChoice choosable={choosable} chosen={endpoint?.events} />
      <Checkbox
        name="payload"
        value="full"
        defaultChecked={endpoint?.payload === "full"}
        label="Send what it is about"
        hint="The post, comment or profile as it was then, beside its id."
      />
      <details open={endpoint?.filter != null}>
        <summary className="w-fit font-medium">Only some of these</summary>
        <div className="mt-3 flex flex-col gap-5">
          <Field label="About a post" name="filter.postId" hint="Its id. Leave it empty for all posts.">
            <Input autoComplete="off" spellCheck={false} defaultValue={endpoint?.filter?.postId} />
          </Field>
          <Field label="About a person" name="filter.handle" hint="Their handle. Leave it empty for everybody.">
            <Input autoComplete="off" verbatim defaultValue={endpoint?.filter?.handle} />
          </Field>
        </div>
      </details>
    </>
  );
}

type WebhookInput = InputOf<"POST /api/webhooks">;

function webhookOf(entries: FormData): Required<WebhookInput> {
  const postId = String(entries.get("filter.postId")).trim() || undefined;
  const handle = String(entries.get("filter.handle")).trim() || undefined;
  return {
    url: String(entries.get("url")).trim(),
    description: String(entries.get("description")),
    payload: entries.has("payload") ? "full" : "thin",
    events: entries.getAll("events") as WebhookInput["events"],
    filter: postId === undefined && handle === undefined ? null : { postId, handle },
  };
}
