"use client";

import { usePathname } from "next/navigation";
import clsx from "clsx";
import { useId, useState, useSyncExternalStore } from "react";
import { loginHref } from "@/lib/client/login-href";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNote } from "@/components/ui/error-note";
import { LoadMore } from "@/components/ui/load-more";
import { Badge } from "@/components/ui/badge";
import { clock } from "@/components/ui/clock";
import { Icon } from "@/components/ui/icon";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import { exactTime, relativeTime } from "@/components/ui/relative-time-text";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";
import { type LogPage, useDeliveryLog } from "./use-delivery-log";
import { DeliveryDetails, type DeliveryProps } from "./delivery-details";

/** The delivery log. It polls while deliveries are pending. */
export function DeliveryLog({ endpoint, first }: { endpoint: { id: string; enabled: boolean }; first: LogPage }) {
  const path = usePathname();
  const { lines, more, end, stopped, heard, loadMore, learn } = useDeliveryLog(endpoint.id, first);
  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing sent yet">
        {endpoint.enabled
          ? "Send a test, or trigger one of its events, and the delivery shows up here."
          : "Enable it, and its deliveries show up here."}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="sr-only">
        {heard}
      </p>
      {stopped && (
        <ErrorNote className="mb-4">
          You’re signed out, so this list has stopped updating.{" "}
          <a href={loginHref(path)} className="underline">
            Sign in again
          </a>
          .
        </ErrorNote>
      )}
      <ul className="rows">
        {lines.map((delivery) => (
          <DeliveryLine key={delivery.id} endpoint={endpoint} delivery={delivery} onChange={learn} />
        ))}
      </ul>
      {end.phase === "failed" && (
        <div className="grid justify-items-center gap-3 py-6">
          <ErrorNote>{end.message}</ErrorNote>
          <Button onClick={loadMore}>Try again</Button>
        </div>
      )}
      {more && end.phase !== "failed" && <LoadMore onLoad={loadMore} pending={end.phase === "loading"} />}
    </>
  );
}

function DeliveryLine({ endpoint, delivery, onChange }: DeliveryProps) {
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
          <DeliveryDetails endpoint={endpoint} delivery={delivery} onChange={onChange} />
        </div>
      )}
    </li>
  );
}

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

function DeliveryState({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const { tone, icon, label } = STATES[status === "pending" && attempts > 0 ? "retrying" : status];
  return (
    <Badge tone={tone} className="justify-self-start">
      <Icon name={icon} />
      {label}
    </Badge>
  );
}

/** When the next attempt is due: "next try in 4 min". */
function NextAttempt({ at }: { at: string }) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const left = Date.parse(at) - now;
  const time = left < MINUTE_MS ? "in under a minute" : relativeTime(new Date(at), now);
  return (
    <time dateTime={at} title={exactTime(new Date(at))} suppressHydrationWarning>
      {left <= 0 ? "sending now" : `next try ${time}`}
    </time>
  );
}
