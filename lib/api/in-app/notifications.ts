import { countUnread, markRead, readNotice, unreadCount } from "@/lib/domain/notifications/unread";
import { appEndpoint } from "@/lib/http/endpoint";

export const notifications = {
  unreadCount: appEndpoint("GET /api/notifications/unread-count", {
    summary: "How many notifications are unread",
    returns: unreadCount,
    run: async (ctx) => ({ count: await countUnread(ctx) }),
  }),
  read: appEndpoint("POST /api/notifications/read", {
    writes: "notices",
    summary: "Mark notifications as read",
    body: readNotice,
    returns: unreadCount,
    run: markRead,
  }),
};
