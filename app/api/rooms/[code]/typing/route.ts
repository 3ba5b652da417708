import { rooms } from "@/lib/api/session/rooms";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(rooms.noteTyping);
