import type { AuditFilter } from "@/lib/domain/audit-log/schema";

/** The address of the audit log, or of what it says under a filter. */
export function auditLogHref({ action, person }: AuditFilter, cursor?: string): string {
  const query = new URLSearchParams({
    ...(action && { action }),
    ...(person && { person }),
    ...(cursor && { cursor }),
  });
  return query.size > 0 ? `/admin/audit-log?${query}` : "/admin/audit-log";
}
