import { moderation } from "@/lib/api/session/moderation";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(moderation.answer);
