import { coins } from "@/lib/api/session/coins";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(coins.rotate);
