import { profile } from "@/lib/api/session/people";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(profile.get);
