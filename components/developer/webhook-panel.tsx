import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/empty-state";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import { MAX_ENDPOINTS } from "@/lib/domain/webhooks/rules";
import type { ChoosableEvent } from "./event-choice";
import { NewWebhookDialog } from "./new-webhook-dialog";
import { WebhookRow } from "./webhook-row";

/** The viewer's webhooks. */
export function WebhookPanel({
  endpoints,
  choosable,
}: {
  endpoints: readonly EndpointOverview[];
  choosable: readonly ChoosableEvent[];
}) {
  const full = endpoints.length >= MAX_ENDPOINTS;
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-4 flex min-h-(--control) flex-wrap items-center justify-between gap-4">
        <h2 id="webhooks" className="text-21">
          Webhooks
        </h2>
        {endpoints.length > 0 && !full && <NewWebhookDialog choosable={choosable} />}
        {full && (
          <p className="text-right text-13 text-muted">
            You’ve reached the limit of {MAX_ENDPOINTS}. Delete one to add another.
          </p>
        )}
      </div>
      {endpoints.length === 0 ? (
        <EmptyState
          icon={<Icon name="webhook" />}
          title="No webhooks yet"
          action={<NewWebhookDialog choosable={choosable} />}
        >
          Give us an address, and we’ll send it signed events from your account within moments.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {endpoints.map((endpoint) => (
            <WebhookRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
    </section>
  );
}
