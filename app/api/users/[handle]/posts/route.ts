import { users } from "@/lib/api/v1/users";
import { sessionRoute } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(sessionRoute(users.listPosts, "optional"));
