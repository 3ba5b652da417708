import { notifications } from "@/lib/api/session/notifications";
import { serveSession } from "@/lib/http/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveSession(notifications.read);
