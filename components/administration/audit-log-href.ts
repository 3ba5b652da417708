import type { AuditFilter } from "@/lib/domain/audit-log/schema";

/** Returns the URL of the audit log, filtered. */
export function auditLogHref({ action, person }: AuditFilter, cursor?: string): string {
  const query = new URLSearchParams({
    ...(action && { action }),
    ...(person && { person }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/admin/audit-log?${query}` : "/admin/audit-log";
}
