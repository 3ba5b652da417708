-- Notifications that are addressed to somebody, in the order of their list. lib/domain/consequences/notifications/rules.ts
-- names the types.
CREATE INDEX "Notification_mentions" ON "Notification"("userId", "createdAt" DESC, "id" DESC)
  WHERE (folded = false AND type = ANY (ARRAY['MENTION'::"NotificationType", 'REPLY'::"NotificationType", 'QUOTE'::"NotificationType"]));
