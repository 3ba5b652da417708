import { markdown } from "@/lib/api/session/markdown";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(markdown.preview);
