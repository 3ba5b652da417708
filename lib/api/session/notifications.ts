import { countUnread, markRead, readNotifications, unreadCount } from "@/lib/domain/consequences/notifications/unread";
import { notificationSettings, notificationSettingsChange } from "@/lib/domain/consequences/notifications/schema";
import { changeNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import { digestChange, digestLink, digestSettings } from "@/lib/domain/consequences/digest/schema";
import { changeDigestSettings, stopDigest } from "@/lib/domain/consequences/digest/settings";
import { sessionOperation } from "@/lib/http/operation";

/** docs/contract.md#notifications */
export const digest = {
  change: sessionOperation("PATCH /api/digest", {
    writes: "profile",
    body: digestChange,
    returns: digestSettings,
    run: changeDigestSettings,
  }),
  stop: sessionOperation("POST /api/digest/stop", {
    writes: null,
    session: "none",
    budget: "signIn",
    body: digestLink,
    returns: null,
    run: stopDigest,
  }),
};

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
