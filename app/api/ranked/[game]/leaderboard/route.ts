import { ranked } from "@/lib/api/session/ranked";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(ranked.leaderboard);
