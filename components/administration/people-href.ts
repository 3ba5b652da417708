import type { AccountFilter } from "@/lib/domain/administration/schema";

/** The address of a list of accounts. */
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
