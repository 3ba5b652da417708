-- Many notifications of one kind by one person are shown as one: the newest of their group, in front of the folded others.
ALTER TABLE "Notification" ADD COLUMN "groupId" TEXT, ADD COLUMN "folded" BOOLEAN NOT NULL DEFAULT false;

CREATE INDEX "Notification_group" ON "Notification"("groupId", "createdAt" DESC, "id" DESC) WHERE ("groupId" IS NOT NULL);

-- In place of the indexes that folded rows would fill.
CREATE INDEX "Notification_shown" ON "Notification"("userId", "createdAt" DESC, "id" DESC) WHERE (folded = false);
CREATE INDEX "Notification_unread_by_actor" ON "Notification"("userId", "folded", "actorId", "type", "createdAt" DESC, "id" DESC) WHERE ("readAt" IS NULL);
DROP INDEX "Notification_userId_createdAt_id_idx";
DROP INDEX "Notification_unread";
