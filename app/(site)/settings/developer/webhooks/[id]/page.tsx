import type { Metadata } from "next";
import { DeliveryLog } from "@/components/developer/delivery-log";
import { LINES_A_PAGE } from "@/components/developer/delivery-lines";
import { WebhookHead } from "@/components/developer/webhook-head";
import { WebhookHealth } from "@/components/developer/webhook-health";
import { Wide, Section } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { getEndpointOverview, listDeliverySummaries } from "@/lib/domain/consequences/webhooks/queries";
import { choosableEvents } from "@/app/(site)/settings/developer/choosable-events";

export const metadata: Metadata = { title: "Webhook" };

export default async function WebhookPage({ params }: PageProps<"/settings/developer/webhooks/[id]">) {
  const { id } = await params;
  const ctx = await requireContext(`/settings/developer/webhooks/${id}`);
  const deliveries = await orNotFound(listDeliverySummaries(ctx, { id, limit: LINES_A_PAGE }));
  // Read after the list, so that it counts every delivery that is final there; the page polls for the others.
  const endpoint = await orNotFound(getEndpointOverview(ctx, { id }));
  return (
    <Wide>
      <div className="flex flex-col gap-12">
        <WebhookHead endpoint={endpoint} choosable={choosableEvents()} />
        <WebhookHealth endpoint={endpoint} />
        <Section id="deliveries" title="Deliveries">
          <DeliveryLog endpoint={{ id, enabled: endpoint.enabled }} first={deliveries} />
        </Section>
      </div>
    </Wide>
  );
}
