-- What a notification quotes is a column now, where it was read off the link before.
ALTER TABLE "Notification" ADD COLUMN "postId" TEXT, ADD COLUMN "buildId" TEXT, ADD COLUMN "roomMessageId" TEXT;

UPDATE "Notification" SET "postId" = substring(link FROM '^/posts/([^#]+)') WHERE link LIKE '/posts/%';

UPDATE "Notification" n SET "buildId" = b.id FROM "Build" b
 WHERE n.link LIKE '/builds/%' AND b.slug = substring(n.link FROM '^/builds/([^#]+)');
