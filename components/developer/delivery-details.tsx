"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import type { Delivery, DeliveryDetails as Details } from "@/lib/domain/webhooks/schema";
import { AttemptList } from "./attempt-list";
import { DeliveryAnswer } from "./delivery-answer";
import { DeliveryRequest } from "./delivery-request";
import { Redeliver } from "./redeliver";

interface DeliveryDetailsProps {
  endpoint: { id: string; enabled: boolean };
  /** The delivery as listed; when it changes, the details are reloaded. */
  line: Delivery;
  onChange: (delivery: Delivery) => void;
}

type Reading = { phase: "reading" } | { phase: "read"; details: Details } | { phase: "failed"; message: string };

/** The details of a delivery: attempts, request and response. */
export function DeliveryDetails({ endpoint, line, onChange }: DeliveryDetailsProps) {
  const [reading, setReading] = useState<Reading>({ phase: "reading" });
  const [tries, setTries] = useState(0);
  const version = `${line.status} ${line.attempts}`;

  useEffect(() => {
    let current = true;
    call("GET /api/developer/webhooks/{id}/deliveries/{deliveryId}", {
      id: endpoint.id,
      deliveryId: line.id,
    }).then(
      (details) => current && setReading({ phase: "read", details }),
      (error: unknown) =>
        current && setReading((was) => (was.phase === "read" ? was : { phase: "failed", message: messageOf(error) })),
    );
    return () => {
      current = false;
    };
  }, [endpoint.id, line.id, version, tries]);

  if (reading.phase === "reading") return <Loading />;
  if (reading.phase === "failed") {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorNote>{reading.message}</ErrorNote>
        <Button size="small" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  const { details } = reading;
  return (
    <div className="grid gap-6">
      <AttemptList attempts={details.attemptLog} total={details.attempts} nextAttemptAt={line.nextAttemptAt} />
      <div className="grid gap-6 wide:grid-cols-2">
        <DeliveryRequest headers={details.requestHeaders} body={details.requestBody} />
        <DeliveryAnswer delivery={details} />
      </div>
      <Redeliver endpoint={endpoint} deliveryId={line.id} onSent={onChange} />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading the delivery</span>
      <Skeleton className="h-14" />
      <div className="grid gap-6 wide:grid-cols-2">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
      <Skeleton className="h-8 w-32" />
    </div>
  );
}
