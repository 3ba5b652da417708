import { hrefWith } from "@/components/ui/href";
import type { RequestFilter } from "@/lib/domain/request-log/schema";

/** The contents of a page of requests: those by the viewer's keys, or of an app that they registered. */
export interface RequestsView {
  app?: string;
  filter: RequestFilter;
  per: "hour" | "day";
}

export function requestsHref({ app, filter, per }: RequestsView, cursor?: string): string {
  const path = app === undefined ? "/settings/developer/requests" : `/settings/developer/apps/${app}`;
  return hrefWith(path, { ...filter, per: per === "day" ? per : undefined, cursor });
}
