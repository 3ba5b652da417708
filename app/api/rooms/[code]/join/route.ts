import { rooms } from "@/lib/api/session/rooms";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(rooms.join);
