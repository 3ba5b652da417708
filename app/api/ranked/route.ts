import { ranked } from "@/lib/api/session/ranked";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(ranked.overview, ranked.challenge);
