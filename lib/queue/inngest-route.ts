import { serve } from "inngest/next";
import type { NextRequest } from "next/server";
import { env } from "@/lib/infra/environment/env";
import { type InngestSettings, openInngest } from "@/lib/infra/inngest";
import { inngestFunctions } from "./inngest-functions";

/**
 * A self-hosted server does not sign its "Sync App" request (Inngest's cloud does), so its operator may accept it
 * unsigned. It only makes this app register with the configured server, so anyone may send it at intervals.
 */
const UNSIGNED_SYNC_INTERVAL_MS = 5000;

let served: { settings: InngestSettings; handle: ReturnType<typeof serve>; syncedAtMs: number } | undefined;

/** Handles Inngest's calls. Answers 404 if the deployment runs without Inngest. */
export async function handleInngest(request: NextRequest): Promise<Response> {
  const settings = env().inngest;
  if (!settings) return Response.json({ error: "There is no such path." }, { status: 404 });
  if (served?.settings !== settings) served = { settings, handle: createHandler(settings), syncedAtMs: -Infinity };
  if (isUnsignedSync(request) && settings.acceptsUnsignedSync) {
    if (performance.now() - served.syncedAtMs < UNSIGNED_SYNC_INTERVAL_MS) return syncedTooRecently();
    served.syncedAtMs = performance.now();
  }
  return served.handle(request, undefined);
}

function createHandler(settings: InngestSettings): ReturnType<typeof serve> {
  const client = openInngest(settings);
  return serve({
    client,
    functions: inngestFunctions(client),
    // The app states its own URL, because the caller of a sync can send any Host header.
    serveOrigin: env().siteUrl,
    enableUnauthedSync: settings.acceptsUnsignedSync === true,
  });
}

function isUnsignedSync(request: Request): boolean {
  return request.method === "PUT" && !request.headers.has("x-inngest-signature");
}

function syncedTooRecently(): Response {
  return Response.json(
    { error: "The app was synced a moment ago." },
    { status: 429, headers: { "Retry-After": String(UNSIGNED_SYNC_INTERVAL_MS / 1000) } },
  );
}
