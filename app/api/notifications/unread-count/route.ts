import { notifications } from "@/lib/api/session/notifications";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(notifications.unreadCount);
