import { apps } from "@/lib/api/session/apps";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(apps.denyDevice);
