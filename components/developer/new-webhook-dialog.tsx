"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import type { ChoosableEvent } from "./event-choice";
import { SecretKept, ShownOnce } from "./shown-once";
import { WebhookFields, webhookOf } from "./webhook-fields";

export function NewWebhookDialog({ choosable }: { choosable: readonly ChoosableEvent[] }) {
  const router = useRouter();
  const [made, setMade] = useState<{ id: string; secret: string }>();

  function change(open: boolean) {
    if (open || !made) return;
    setMade(undefined);
    router.push(`/settings/developer/webhooks/${made.id}`);
  }

  async function submit(entries: FormData) {
    setMade(await call("POST /api/webhooks", webhookOf(entries)));
  }

  return (
    <Dialog
      title={made ? "Its signing secret" : "Add a webhook"}
      onOpenChange={change}
      isShownOnce={made !== undefined}
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Add a webhook
        </Button>
      }
    >
      {made ? (
        <ShownOnce secret={made.secret} what="signing secret" kept={<SecretKept />} />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <WebhookFields choosable={choosable} />
          <FormError />
          <SubmitButton>Add it</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
