import { Webhook } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ListedEndpoint } from "@/lib/domain/webhooks/schema";
import { NewWebhookDialog } from "./new-webhook-dialog";

/** Every endpoint of its owner, and how to add one. */
export function WebhookPanel({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="webhooks" className="text-21">Webhooks</h2>
        {endpoints.length > 0 && <NewWebhookDialog />}
      </div>
      {endpoints.length === 0 ? (
        <EmptyState icon={<Webhook />} title="No webhooks yet" action={<NewWebhookDialog />}>
          Give us an address, and we post what your account does to it, signed, within moments.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {endpoints.map((endpoint) => <WebhookRow key={endpoint.id} endpoint={endpoint} />)}
        </ul>
      )}
    </section>
  );
}

function WebhookRow({ endpoint }: { endpoint: ListedEndpoint }) {
  return (
    <li className="px-5 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link href={`/settings/developer/webhooks/${endpoint.id}`} className="link min-w-0 font-mono text-13 break-all">{endpoint.url}</Link>
        {!endpoint.enabled && <Badge>disabled</Badge>}
      </p>
      <p className="mt-1.5 text-13 text-muted">
        {endpoint.events.includes("*") ? "Every event" : endpoint.events.join(", ")} · added <RelativeTime at={endpoint.createdAt} />
      </p>
    </li>
  );
}
