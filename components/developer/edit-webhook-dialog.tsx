"use client";

import { Icon } from "@/components/ui/icon";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import type { ChoosableEvent } from "./event-choice";
import { WebhookFields, webhookOf } from "./webhook-fields";

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
