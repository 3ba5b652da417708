import { reposts } from "@/lib/api/session/reposts";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(reposts.add, reposts.remove);
