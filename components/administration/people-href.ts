import type { AccountFilter } from "@/lib/domain/administration/schema";

/** Returns the URL of a filtered list of accounts. */
export function peopleHref({ q, role, standing, tier }: AccountFilter, cursor?: string): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(role && { role }),
    ...(standing && { standing }),
    ...(tier && { tier }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/admin/people?${query}` : "/admin/people";
}
