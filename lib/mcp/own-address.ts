import { isIP } from "node:net";
import { DomainError } from "@/lib/domain/errors";
import { requireOwnOrigin } from "@/lib/http/pipeline/origin";
import { env } from "@/lib/infra/environment/env";
import { trustedHost } from "@/lib/infra/network/client-ip";

/**
 * Rejects requests of pages of other sites, also of one whose name was made to resolve to this machine (DNS rebinding):
 * the Host must be the site's own, this machine's, or an address, which no name can be rebound to.
 */
export function requireOwnAddress(request: Request): void {
  const host = trustedHost(request) ?? "";
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (!isAddress && hostname !== "localhost" && hostname !== new URL(env().siteUrl).hostname)
    throw new DomainError("forbidden", `This is not the site's own address. Connect to ${env().siteUrl}/mcp.`);
  requireOwnOrigin(request);
}
