import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import { MAX_ENDPOINTS } from "@/lib/domain/webhooks/rules";
import type { ChoosableEvent } from "./event-choice";
import { NewWebhookDialog } from "./webhook-dialogs";
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
      {endpoints.length === 0 ? (
        <EmptyState
          icon={<Icon name="webhook" />}
          title="No webhooks yet"
          action={<NewWebhookDialog choosable={choosable} />}
        >
          Give us an address, and we’ll send it signed events from your account within moments.
        </EmptyState>
      ) : (
        <ul className="rows">
          {endpoints.map((endpoint) => (
            <WebhookRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
    </Section>
  );
}
