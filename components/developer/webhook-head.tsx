import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import type { EndpointOverview } from "@/lib/domain/consequences/webhooks/queries";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { BackToDeveloper } from "./back-to-developer";
import { DeleteWebhook, DisableWebhook, SendTest, EnableButton } from "./webhook-actions";
import { EditWebhookDialog, RotateSecretDialog } from "./webhook-dialogs";
import { eventsLabel } from "./endpoint-labels";
import type { ChoosableEvent } from "./event-choice";

type WebhookHeadProps = { endpoint: EndpointOverview; choosable: readonly ChoosableEvent[] };

export function WebhookHead({ endpoint, choosable }: WebhookHeadProps) {
  const { id, url, description, events, filter, enabled, gaps, createdAt, oldSecretEndsAt } = endpoint;
  return (
    <section aria-labelledby="endpoint">
      <BackToDeveloper>All webhooks</BackToDeveloper>
      <div className="flex items-start gap-3">
        <h2 id="endpoint" title={url} className="line-clamp-4 min-w-0 grow font-mono text-17 font-medium break-all">
          {url}
        </h2>
        <CopyButton text={url} what="URL" />
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
        <EndpointState enabled={enabled} />
        <span className="min-w-0 wrap-anywhere">
          {description && <>{description} · </>}
          <Link href="/docs/events" className="link">
            {eventsLabel(events, filter)}
          </Link>{" "}
          · added <RelativeTime at={createdAt} />
        </span>
      </p>
      {oldSecretEndsAt && (
        <p className="mt-2 text-13 text-muted">
          Deliveries are signed with both the old and the new secret until <ExactTime at={oldSecretEndsAt} />.
        </p>
      )}
      {!enabled && <DisabledNote endpoint={endpoint} />}
      {gaps.length > 0 && <Gaps gaps={gaps} />}
      <div className="mt-5 flex flex-wrap gap-2">
        {enabled && <SendTest id={id} />}
        <EditWebhookDialog endpoint={endpoint} choosable={choosable} />
        <RotateSecretDialog endpoint={endpoint} />
        {enabled && <DisableWebhook id={id} />}
        <DeleteWebhook id={id} />
      </div>
    </section>
  );
}

/** When nothing was queued for the endpoint, latest first. */
function Gaps({ gaps }: Pick<EndpointOverview, "gaps">) {
  return (
    <details className="mt-2 text-13 text-muted">
      <summary>
        Nothing was queued for it {gaps.length === 1 ? "once" : `${gaps.length} times`} in the last 30 days
      </summary>
      <ul className="mt-1">
        {gaps.toReversed().map(({ from, to }) => (
          <li key={from}>
            <ExactTime at={from} /> – {to === null ? "now" : <ExactTime at={to} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function EndpointState({ enabled }: { enabled: boolean }) {
  return enabled ? (
    <Badge tone="good">
      <Icon name="check" />
      Enabled
    </Badge>
  ) : (
    <Badge tone="bad">
      <Icon name="pause" />
      Disabled
    </Badge>
  );
}

export function DisabledNote({ endpoint: { id, disabledReason } }: { endpoint: EndpointOverview }) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-bad/35 bg-bad-soft py-2.5 pr-2.5 pl-3.5">
      <p className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <Icon name="pause" className="mt-[0.2em] size-[1.15em] shrink-0 text-bad" />
        <span className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{disabledReason ? "We disabled it." : "You disabled it."}</b> {disabledReason}{" "}
          Nothing is sent or queued while it’s disabled. Once enabled, it receives new events from then on; the others
          are in your log of events.
        </span>
      </p>
      <EnableButton id={id} />
    </div>
  );
}
