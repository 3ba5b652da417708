import type { Metadata } from "next";
import { WebhookActions } from "@/components/developer/webhook-actions";
import { WebhookDeliveries } from "@/components/developer/webhook-deliveries";
import { WebhookHealth } from "@/components/developer/webhook-health";
import { orMissing } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { getEndpoint } from "@/lib/domain/webhooks/queries";

export const metadata: Metadata = { title: "Webhook" };

type Props = { params: Promise<{ id: string }> };

export default async function WebhookPage({ params }: Props) {
  const { id } = await params;
  const ctx = await requireContext(`/settings/developer/webhooks/${id}`);
  const endpoint = await orMissing(getEndpoint(ctx, { id }));
  return (
    <>
      <section aria-labelledby="endpoint">
        <h2 id="endpoint" className="font-mono text-17 break-all">{endpoint.url}</h2>
        {endpoint.description && <p className="mt-1 text-muted">{endpoint.description}</p>}
        <WebhookHealth endpoint={endpoint} />
        <WebhookActions endpoint={endpoint} />
      </section>
      <WebhookDeliveries deliveries={endpoint.recentDeliveries} />
    </>
  );
}
