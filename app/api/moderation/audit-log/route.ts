import { auditLog } from "@/lib/api/session/audit-log";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(auditLog.all);
