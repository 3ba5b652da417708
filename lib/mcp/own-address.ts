import { isIP } from "node:net";
import { DomainError } from "@/lib/domain/errors";
import { requireOwnOrigin } from "@/lib/http/pipeline/origin";
import { env } from "@/lib/infra/environment/env";
import { trustedHost } from "@/lib/infra/network/client-ip";

/**
 * Rejects requests from pages of other sites, including sites whose name resolves to this machine (DNS rebinding). The
 * Host must be the site's own, or one that no other site can own: an IP address, or a name without a dot, such as
 * localhost or a proxy's name for this server.
 */
export function requireOwnAddress(request: Request): void {
  const host = trustedHost(request) ?? "";
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (!isAddress && (hostname === "" || hostname.includes(".")) && hostname !== new URL(env().siteUrl).hostname)
    throw new DomainError("forbidden", `This is not the site's own address. Connect to ${env().siteUrl}/mcp.`);
  requireOwnOrigin(request);
}
