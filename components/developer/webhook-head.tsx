import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import { BackToDeveloper } from "./back-to-developer";
import { DeleteWebhook, DisableWebhook, SendTest } from "./webhook-actions";
import { DisabledNote, EndpointState } from "./endpoint-state";
import { EditWebhookDialog, RotateSecretDialog } from "./webhook-dialogs";
import { eventsLabel } from "./endpoint-labels";
import type { ChoosableEvent } from "./event-choice";

/** The header of a webhook's page, with its actions. */
export function WebhookHead({
  endpoint,
  choosable,
}: {
  endpoint: EndpointOverview;
  choosable: readonly ChoosableEvent[];
}) {
  const { id, url, description, events, filter, enabled, createdAt, oldSecretEndsAt } = endpoint;
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
