import { leaderboards } from "@/lib/api/v1/leaderboards";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(leaderboards.get, "optional"),
);
