import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { Section, Rows } from "@/components/ui/section";
import type { EndpointOverview } from "@/lib/domain/consequences/webhooks/queries";
import { MAX_ENDPOINTS } from "@/lib/domain/consequences/webhooks/rules";
import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ChoosableEvent } from "./event-choice";
import { NewWebhookDialog } from "./webhook-dialogs";
import { DisabledNote, EndpointState } from "./webhook-head";
import { responseLabel, arrivedShare, eventsLabel, tallyOf } from "./endpoint-labels";
import { WeekBars } from "./figures";

type WebhookPanelProps = { endpoints: readonly EndpointOverview[]; choosable: readonly ChoosableEvent[] };

export function WebhookPanel({ endpoints, choosable }: WebhookPanelProps) {
  const full = endpoints.length >= MAX_ENDPOINTS;
  return (
    <Section
      id="webhooks"
      title="Webhooks"
      actions={
        full ? (
          <p className="text-right text-13 text-muted">
            You’ve reached the limit of {MAX_ENDPOINTS}. Delete one to add another.
          </p>
        ) : (
          endpoints.length > 0 && <NewWebhookDialog choosable={choosable} />
        )
      }
    >
      <Rows
        of={endpoints}
        empty={
          <EmptyState icon="webhook" title="No webhooks yet" action={<NewWebhookDialog choosable={choosable} />}>
            Give us an address, and we’ll send it signed events from your account within moments.
          </EmptyState>
        }
      >
        {(endpoint) => <WebhookRow key={endpoint.id} endpoint={endpoint} />}
      </Rows>
    </Section>
  );
}

function WebhookRow({ endpoint }: { endpoint: EndpointOverview }) {
  const { id, url, description, events, filter, enabled, days, waiting, lastAttempt } = endpoint;
  const tally = tallyOf(days);
  const share = arrivedShare(tally);
  return (
    <li className="px-5 py-4">
      <div className="flex items-end justify-between gap-x-6 gap-y-3 max-sm:flex-col max-sm:items-stretch">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Link
              href={`/settings/developer/webhooks/${id}`}
              className="line-clamp-2 min-w-0 font-mono text-13 break-all link"
            >
              {url}
            </Link>
            <EndpointState enabled={enabled} />
          </p>
          <p className="mt-1.5 text-13 wrap-anywhere text-muted">
            {description && <>{description} · </>}
            {eventsLabel(events, filter)}
          </p>
          <p className="mt-1 text-13 text-muted">
            {share && (
              <>
                <b className="font-semibold text-ink">{share}</b> of {formatNumber(tally.delivered + tally.failed)}{" "}
                arrived in {days.length} days
              </>
            )}
            {waiting > 0 && (
              <>
                {share && " · "}
                {formatNumber(waiting)} waiting
              </>
            )}
            {!share && waiting === 0 && `Nothing sent in ${days.length} days`}
            {lastAttempt && (
              <>
                {" "}
                · last {lastAttempt.responseStatus === null ? "attempt" : "response"}:{" "}
                <span className={lastAttempt.error ? "text-bad" : "text-good"}>{responseLabel(lastAttempt)}</span>{" "}
                <RelativeTime at={lastAttempt.at} />
              </>
            )}
          </p>
        </div>
        <WeekBars days={days} className="h-9 w-21 shrink-0" />
      </div>
      {!enabled && <DisabledNote endpoint={endpoint} />}
    </li>
  );
}
