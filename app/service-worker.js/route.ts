import { env } from "@/lib/infra/environment/env";
import { SERVICE_WORKER } from "@/lib/generated/service-worker";

/**
 * The program of the service worker. Browsers ask for it again with every visit. None in development, where scripts
 * change under the same names.
 */
export function GET(): Response {
  if (!env().production) return new Response(null, { status: 404 });
  return new Response(SERVICE_WORKER, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
