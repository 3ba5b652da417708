import { posts } from "@/lib/api/session/posts";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(posts.list, posts.create);
