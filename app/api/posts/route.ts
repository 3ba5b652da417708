import { posts } from "@/lib/api/v1/posts";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(
  sessionRoute(posts.list),
  sessionRoute(posts.create),
);
