import { presence } from "@/lib/api/session/presence";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(presence.onlineCount);
