import type { Inngest } from "inngest";
import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import type { Queued } from "@/lib/domain/webhooks/hand-over";
import { env } from "@/lib/infra/env";
import { type InngestSettings, openInngest } from "@/lib/infra/inngest";
import { deliverWebhook, deliveryQueued } from "./deliver-webhook";
import { keepHouseOnInngest } from "./housekeeping";
import { sweepEveryMinute } from "./sweep";

/** Everything that this app does on Inngest. */
export const functionsOf = (inngest: Inngest) => [
  deliverWebhook(inngest),
  sweepEveryMinute(inngest),
  keepHouseOnInngest(inngest),
];

/** Tells Inngest of deliveries. Throws when it cannot be reached. */
export function tellInngest(inngest: Inngest, deliveries: readonly Queued[]): Promise<unknown> {
  return inngest.send(deliveries.map(({ id, endpointId }) => deliveryQueued.create({ id, endpointId })));
}

/**
 * A self-hosted server does not sign its "Sync App" (Inngest's cloud does), so its operator may have it accepted unsigned. It
 * makes this app register itself with the configured server and tells the caller nothing: anybody may ask, this seldom.
 */
const UNSIGNED_SYNC_PAUSE_MS = 5000;

let served: { settings: InngestSettings; handle: ReturnType<typeof serve>; syncedAt: number } | undefined;

/** What Inngest calls. Where this deployment runs without it, there is nothing. */
export async function answerInngest(request: NextRequest): Promise<Response> {
  const settings = env().inngest;
  if (!settings) return Response.json({ error: "There is no such path." }, { status: 404 });
  if (served?.settings !== settings) {
    const client = openInngest(settings);
    // Where this app stands is ours to say: not the Host header of whoever asks for a sync.
    const handle = serve({
      client,
      functions: functionsOf(client),
      serveOrigin: env().siteUrl,
      enableUnauthedSync: settings.acceptsUnsignedSync === true,
    });
    served = { settings, handle, syncedAt: -Infinity };
  }
  if (request.method === "PUT" && !request.headers.has("x-inngest-signature") && settings.acceptsUnsignedSync) {
    if (performance.now() - served.syncedAt < UNSIGNED_SYNC_PAUSE_MS) {
      return Response.json(
        { error: "The app was synced just now." },
        { status: 429, headers: { "Retry-After": String(UNSIGNED_SYNC_PAUSE_MS / 1000) } },
      );
    }
    served.syncedAt = performance.now();
  }
  return served.handle(request, undefined);
}
