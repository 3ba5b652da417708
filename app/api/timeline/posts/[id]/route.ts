import { timeline } from "@/lib/api/session/timeline";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(timeline.post);
