import { leaderboards } from "@/lib/api/session/leaderboards";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(leaderboards.get);
