import { announcements } from "@/lib/api/session/announcements";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(announcements.create);
