import { news } from "@/lib/api/session/articles";
import { news as api } from "@/lib/api/v1/news";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(api.list, "optional"),
  news.write,
);
