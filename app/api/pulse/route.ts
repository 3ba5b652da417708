import { pulse } from "@/lib/api/session/pulse";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(pulse);
