import { recovery } from "@/lib/api/session/recovery";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(recovery.resetPassword);
