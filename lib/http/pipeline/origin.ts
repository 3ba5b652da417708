import { DomainError } from "@/lib/domain/errors";
import { env } from "@/lib/infra/environment/env";
import { trustedHost } from "@/lib/infra/network/client-ip";

/**
 * Rejects writes to session routes from foreign origins. A request without `Origin` is not a browser's cross-site
 * request; `null` is foreign. Compares with the Host, because Next's request URL always says localhost.
 */
export function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || isOwn(origin, request)) return;
  throw new DomainError("forbidden", "This request came from another site.");
}

function isOwn(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === trustedHost(request)?.toLowerCase() || host === new URL(env().siteUrl).host;
}
