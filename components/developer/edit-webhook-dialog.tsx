"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import type { ChoosableEvent } from "./event-choice";
import { WebhookFields, webhookOf } from "./webhook-fields";

interface EditWebhookDialogProps {
  endpoint: Pick<EndpointOverview, "id" | "url" | "description" | "events" | "filter" | "payload">;
  choosable: readonly ChoosableEvent[];
}

export function EditWebhookDialog({ endpoint, choosable }: EditWebhookDialogProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);

  async function submit(entries: FormData) {
    try {
      await call("PATCH /api/webhooks/{id}", {
        ...changesBetween(endpoint, webhookOf(entries)),
        id: endpoint.id,
      });
    } catch (error) {
      return formFailure(error);
    }
    toastStore.add({ text: "Webhook saved.", tone: "good" });
    setOpen(false);
    router.refresh();
  }

  return (
    <Dialog
      title="Edit webhook"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button>
          <Icon name="pencil" />
          Edit
        </Button>
      }
    >
      <Form submit={submit} className="flex flex-col gap-5">
        <WebhookFields choosable={choosable} endpoint={endpoint} />
        <FormError />
        <SubmitButton>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

type Filled = ReturnType<typeof webhookOf>;
type Saved = Pick<EndpointOverview, keyof Filled>;

/** Returns only what was changed here, so that changes in another tab stay. */
function changesBetween(was: Saved, is: Filled): Partial<Filled> {
  const same = (field: keyof Filled) => JSON.stringify(was[field]) === JSON.stringify(is[field]);
  return Object.fromEntries(Object.entries(is).filter(([field]) => !same(field as keyof Filled)));
}
