import type { RequestFilter } from "@/lib/domain/request-log/schema";

const PATH = "/settings/developer/requests";

/** What the page of requests shows. */
export interface RequestsView {
  filter: RequestFilter;
  per: "hour" | "day";
}

/** Returns the URL of the request log, filtered. */
export function requestsHref({ filter, per }: RequestsView, cursor?: string): string {
  const query = new URLSearchParams({
    ...(filter.key && { key: filter.key }),
    ...(filter.status && { status: filter.status }),
    ...(filter.error && { error: filter.error }),
    ...(filter.operation && { operation: filter.operation }),
    ...(per === "day" && { per }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}
