"use client";

import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import type { Delivery } from "@/lib/domain/webhooks/schema";

interface RedeliverProps {
  endpoint: { id: string; enabled: boolean };
  deliveryId: string;
  onSent: (delivery: Delivery) => void;
}

/** Redelivers with the same body and id. */
export function Redeliver({ endpoint: { id, enabled }, deliveryId, onSent }: RedeliverProps) {
  const { pending, act } = useAction();

  async function send() {
    onSent(await call("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", { id, deliveryId }));
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" pending={pending} disabled={!enabled} onClick={() => act(send)}>
        <Icon name="rotate-cw" />
        Redeliver
      </Button>
      <p className="text-13 text-muted">
        {enabled ? "Same body, same id, so your server can recognize a duplicate." : "Enable the webhook to resend it."}
      </p>
    </div>
  );
}
