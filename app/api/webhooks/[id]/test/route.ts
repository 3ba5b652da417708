import { webhooks } from "@/lib/api/v1/webhooks";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(sessionRoute(webhooks.test));
