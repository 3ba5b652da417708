import type { AppFilter } from "@/lib/domain/apps/schema";

/** Returns the URL of a filtered list of apps. */
export function appsHref({ q, blocked }: AppFilter, cursor?: string): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(blocked && { blocked }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/admin/apps?${query}` : "/admin/apps";
}
