import { builds } from "@/lib/api/session/builds";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(builds.comments, builds.comment);
