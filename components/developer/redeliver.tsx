"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import type { Delivery } from "@/lib/domain/webhooks/schema";

interface RedeliverProps {
  endpoint: { id: string; enabled: boolean };
  deliveryId: string;
  onSent: (delivery: Delivery) => void;
}

/** The same body with the same id, once more. */
export function Redeliver({ endpoint: { id, enabled }, deliveryId, onSent }: RedeliverProps) {
  const [pending, setPending] = useState(false);

  async function send() {
    setPending(true);
    try {
      onSent(await call<Delivery>("POST", `/api/webhooks/${id}/deliveries/${deliveryId}/redeliver`));
    } catch (error) {
      reportFailure(error);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="small" pending={pending} disabled={!enabled} onClick={send}>
        <RotateCw aria-hidden />
        Send it again
      </Button>
      <p className="text-13 text-muted">
        {enabled
          ? "The same body with the same id, so a receiver that has acted on it knows it."
          : "Enable the webhook to send it again."}
      </p>
    </div>
  );
}
