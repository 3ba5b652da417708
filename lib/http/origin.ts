import { Refusal } from "@/lib/domain/errors";
import { env } from "@/lib/infra/env";
import { trustedHost } from "./client-ip";

/**
 * Session routes that write take only our own pages' requests. A request without an Origin is not a browser's cross-site
 * one; `null` is foreign. The URL that Next shows a handler says localhost whatever the Host, so it is no measure.
 */
export function refuseForeignOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || isOwn(origin, request)) return;
  throw new Refusal("forbidden", "This request came from another site.");
}

function isOwn(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === trustedHost(request)?.toLowerCase() || host === new URL(env().siteUrl).host;
}
