import { engagement } from "@/lib/api/v1/engagement";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(engagement.like),
  sessionRoute(engagement.unlike),
);
