import { timeline } from "@/lib/api/session/timeline";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(timeline.newer);
