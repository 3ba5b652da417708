import { deliveries } from "@/lib/api/session/developer";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(deliveries.get);
