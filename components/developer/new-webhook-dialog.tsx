"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import type { ChoosableEvent } from "./event-choice";
import { SecretKept, ShownOnce } from "./shown-once";
import { WebhookFields, webhookOf } from "./webhook-fields";

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
