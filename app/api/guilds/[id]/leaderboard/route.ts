import { guilds } from "@/lib/api/session/guilds";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(guilds.leaderboard);
