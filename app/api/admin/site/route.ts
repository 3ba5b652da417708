import { adminSite } from "@/lib/api/session/site";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(adminSite.get, adminSite.change);
