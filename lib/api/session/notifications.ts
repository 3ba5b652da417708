import { countUnread, markRead, readNotifications, unreadCount } from "@/lib/domain/consequences/notifications/unread";
import { notificationSettings, notificationSettingsChange } from "@/lib/domain/consequences/notifications/schema";
import { changeNotificationSettings, getNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
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
  getSettings: sessionOperation("GET /api/notifications/settings", {
    returns: notificationSettings,
    run: getNotificationSettings,
  }),
  changeSettings: sessionOperation("PATCH /api/notifications/settings", {
    writes: "profile",
    body: notificationSettingsChange,
    returns: notificationSettings,
    run: changeNotificationSettings,
  }),
};
