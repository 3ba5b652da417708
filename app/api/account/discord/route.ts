import { guilds } from "@/lib/api/session/guilds";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(guilds.beginLinking, guilds.unlink);
