import { countUnread, markRead, readNotifications, unreadCount } from "@/lib/domain/consequences/notifications/unread";
import { notificationSettings, notificationSettingsChange } from "@/lib/domain/consequences/notifications/schema";
import { changeNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import { sessionOperation } from "@/lib/http/operation";

export const notifications = {
  unreadCount: sessionOperation("GET /api/notifications/unread-count", {
    returns: unreadCount,
    run: async (ctx) => ({ count: await countUnread(ctx) }),
  }),
  read: sessionOperation("POST /api/notifications/read", {
    writes: "notices",
    body: readNotifications,
    returns: unreadCount,
    run: markRead,
  }),
  changeSettings: sessionOperation("PATCH /api/notifications/settings", {
    writes: "profile",
    body: notificationSettingsChange,
    returns: notificationSettings,
    run: changeNotificationSettings,
  }),
};
