"use client";

import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import { useId, useState } from "react";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Delivery } from "@/lib/domain/webhooks/schema";
import { DeliveryDetails } from "./delivery-details";
import { DeliveryState } from "./delivery-state";
import { NextAttempt } from "./next-attempt";

interface DeliveryLineProps {
  endpoint: { id: string; enabled: boolean };
  delivery: Delivery;
  onChange: (delivery: Delivery) => void;
}

/** A delivery as a row that expands. */
export function DeliveryLine({ endpoint, delivery, onChange }: DeliveryLineProps) {
  const [open, setOpen] = useState(false);
  const details = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? details : undefined}
        onClick={() => setOpen(!open)}
        className="grid min-h-11 w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-left -outline-offset-2 hover:bg-ink/2.5 md:grid-cols-[1rem_10.5rem_7rem_minmax(0,1fr)_10.5rem]"
      >
        <Icon name="chevron-right" className={clsx("size-4 text-muted transition-transform", open && "rotate-90")} />
        <code className="truncate font-mono text-13">{delivery.event}</code>
        <DeliveryState delivery={delivery} />
        <span className="truncate text-13 text-muted max-md:col-start-2">{resultOf(delivery)}</span>
        <span className="text-right text-13 text-muted">
          {delivery.nextAttemptAt ? (
            <NextAttempt at={delivery.nextAttemptAt} />
          ) : (
            <RelativeTime at={delivery.deliveredAt ?? delivery.createdAt} />
          )}
        </span>
      </button>
      {open && (
        <div id={details} className="border-t border-line bg-bg/60 px-4 py-4 md:pl-11">
          <DeliveryDetails endpoint={endpoint} line={delivery} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

/** The result of the last attempt. */
function resultOf({ attempts, responseStatus, error, durationMs }: Delivery): string {
  const outcome = error?.replace(/\.$/, "") ?? (responseStatus === null ? "" : `Responded ${responseStatus}`);
  const took = durationMs === null ? "" : `${formatNumber(durationMs)} ms`;
  const tries = attempts > 1 ? `${attempts} attempts` : "";
  return [outcome, took, tries].filter(Boolean).join(" · ");
}
