import { rooms } from "@/lib/api/session/rooms";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(
  serveSession(rooms.get, rooms.update, rooms.close),
);
