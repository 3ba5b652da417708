"use client";

import clsx from "clsx";
import { useId, useState, useSyncExternalStore } from "react";
import { Badge } from "@/components/ui/badge";
import { clock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import { exactTime, relativeTime } from "@/components/ui/relative-time-text";
import type { Delivery } from "@/lib/domain/webhooks/schema";
import { DeliveryDetails } from "./delivery-details";

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

const STATES = {
  delivered: { tone: "good", icon: "check", label: "Delivered" },
  failed: { tone: "bad", icon: "x", label: "Failed" },
  retrying: { tone: "brand", icon: "rotate-cw", label: "Retrying" },
  pending: { tone: undefined, icon: "circle-dashed", label: "Pending" },
} as const;

/** The state of a delivery, as a badge. */
function DeliveryState({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const { tone, icon, label } = STATES[status === "pending" && attempts > 0 ? "retrying" : status];
  return (
    <Badge tone={tone} className="justify-self-start">
      <Icon name={icon} />
      {label}
    </Badge>
  );
}

const MINUTE_MS = 60_000;

/** When the next attempt is due: "next try in 4 min". */
function NextAttempt({ at }: { at: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const left = Date.parse(at) - now;
  const time = left <= 0 ? "now" : left < MINUTE_MS ? "in under a minute" : relativeTime(new Date(at), now);
  return (
    <time dateTime={at} title={exactTime(new Date(at))} suppressHydrationWarning>
      {left <= 0 ? "sending now" : `next try ${time}`}
    </time>
  );
}
