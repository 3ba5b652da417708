import { notifications } from "@/lib/api/in-app/notifications";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(notifications.unreadCount);
