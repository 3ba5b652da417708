import { blog } from "@/lib/api/session/articles";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(blog.get, blog.update, blog.delete);
