-- A public profile counts what everybody may see.
ALTER TABLE "User" ADD COLUMN "publicPostsCount" INTEGER NOT NULL DEFAULT 0;
UPDATE "User" u SET "publicPostsCount" = p.count
  FROM (SELECT "authorId", count(*)::int AS count FROM "Post" WHERE "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" GROUP BY "authorId") p
 WHERE p."authorId" = u.id;

-- What is deleted takes its unread notices with it.
CREATE INDEX "Notification_unread_subject" ON "Notification"("subjectId") WHERE ("readAt" IS NULL);
