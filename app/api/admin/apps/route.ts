import { adminApps } from "@/lib/api/session/admin";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(adminApps.list);
