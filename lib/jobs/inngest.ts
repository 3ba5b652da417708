import type { Inngest } from "inngest";
import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import type { Queued } from "@/lib/domain/webhooks/hand-over";
import { env } from "@/lib/infra/env";
import { openInngest } from "@/lib/infra/inngest";
import { deliverWebhook, deliveryQueued } from "./deliver-webhook";
import { keepHouseOnInngest } from "./housekeeping";
import { sweepEveryMinute } from "./sweep";

/** Everything that this app does on Inngest. */
export const functionsOf = (inngest: Inngest) => [deliverWebhook(inngest), sweepEveryMinute(inngest), keepHouseOnInngest(inngest)];

/** Tells Inngest of deliveries. Throws when it cannot be reached. */
export function tellInngest(inngest: Inngest, deliveries: readonly Queued[]): Promise<unknown> {
  return inngest.send(deliveries.map(({ id, endpointId }) => deliveryQueued.create({ id, endpointId })));
}

let served: ReturnType<typeof serve> | undefined;

/** What Inngest calls. Where this deployment runs without it, there is nothing. */
export async function answerInngest(request: NextRequest): Promise<Response> {
  const settings = env().inngest;
  if (!settings) return Response.json({ error: "There is no such path." }, { status: 404 });
  if (!served) {
    const client = openInngest(settings);
    // Where this app stands is ours to say: not the Host header of whoever asks for a sync.
    served = serve({ client, functions: functionsOf(client), serveOrigin: env().siteUrl, enableUnauthedSync: false });
  }
  return served(request, undefined);
}
