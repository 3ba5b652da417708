import type { RequestFilter } from "@/lib/domain/request-log/schema";

/** What a page of requests shows: those of the viewer's keys, or of an app that they registered. */
export interface RequestsView {
  app?: string;
  filter: RequestFilter;
  per: "hour" | "day";
}

/** Returns the URL of the request log, filtered. */
export function requestsHref({ app, filter, per }: RequestsView, cursor?: string): string {
  const query = new URLSearchParams({
    ...(filter.key && { key: filter.key }),
    ...(filter.status && { status: filter.status }),
    ...(filter.error && { error: filter.error }),
    ...(filter.operation && { operation: filter.operation }),
    ...(per === "day" && { per }),
    ...(cursor && { cursor }),
  });
  const path = app === undefined ? "/settings/developer/requests" : `/settings/developer/apps/${app}`;
  return query.size > 0 ? `${path}?${query}` : path;
}
