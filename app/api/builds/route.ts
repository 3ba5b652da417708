import { builds } from "@/lib/api/session/builds";
import { builds as api } from "@/lib/api/v1/builds";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(api.list, "optional"),
  builds.publish,
);
