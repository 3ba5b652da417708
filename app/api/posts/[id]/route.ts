import { posts } from "@/lib/api/session/posts";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(posts.get, posts.update, posts.delete);
