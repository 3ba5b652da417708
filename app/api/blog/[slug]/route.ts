import { blog } from "@/lib/api/session/articles";
import { blog as api } from "@/lib/api/v1/blog";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(api.get, "optional"),
  blog.edit,
  blog.remove,
);
