import { markdown } from "@/lib/api/session/markdown";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(markdown.preview);
