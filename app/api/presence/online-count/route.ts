import { presence } from "@/lib/api/in-app/presence";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(presence.onlineCount);
