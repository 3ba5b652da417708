import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Delivery } from "@/lib/domain/webhooks/schema";
import { RefreshWhilePending } from "./refresh-while-pending";

/** The newest deliveries, densely: which event, how it went, when. */
export function WebhookDeliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-4 text-21">Deliveries</h2>
      {deliveries.some(({ status }) => status === "pending") && <RefreshWhilePending />}
      {deliveries.length === 0 ? (
        <EmptyState title="Nothing sent yet">Do something that it listens for, and the delivery shows up here.</EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {deliveries.map((delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />)}
        </ul>
      )}
    </section>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <code className="font-mono text-13">{delivery.event}</code>
        <Badge>{delivery.status}</Badge>
        <span className="text-13 text-muted">{account(delivery)}</span>
      </span>
      <span className="text-13 text-muted">
        {delivery.nextAttemptAt ? <>next try <RelativeTime at={delivery.nextAttemptAt} /></> : <RelativeTime at={delivery.deliveredAt ?? delivery.createdAt} />}
      </span>
    </li>
  );
}

/** What the last attempt came to, in a few words. */
function account({ attempts, responseStatus, error, durationMs }: Delivery): string {
  const said = error ?? (responseStatus === null ? "" : `answered ${responseStatus}`);
  const took = durationMs === null ? "" : `in ${durationMs.toLocaleString("en")} ms`;
  const tries = attempts > 1 ? `after ${attempts} tries` : "";
  return [said, took, tries].filter(Boolean).join(" ");
}
