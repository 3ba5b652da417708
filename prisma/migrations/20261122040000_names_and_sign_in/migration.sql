-- AlterTable
ALTER TABLE "User" ADD COLUMN "bioMentions" JSONB, ADD COLUMN "closedAt" TIMESTAMPTZ(3);
ALTER TABLE "Post" ADD COLUMN "mentions" JSONB;
ALTER TABLE "Comment" ADD COLUMN "mentions" JSONB;
ALTER TABLE "BuildComment" ADD COLUMN "mentions" JSONB;
ALTER TABLE "Notification" ADD COLUMN "aboutUserId" TEXT;

-- CreateTable
CREATE TABLE "ReleasedHandle" (
    "handle" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "releasedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReleasedHandle_pkey" PRIMARY KEY ("handle")
);
CREATE INDEX "ReleasedHandle_userId_idx" ON "ReleasedHandle"("userId");
CREATE INDEX "ReleasedHandle_releasedAt_idx" ON "ReleasedHandle"("releasedAt");
ALTER TABLE "ReleasedHandle" ADD CONSTRAINT "ReleasedHandle_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "SignInNetwork" (
    "userId" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "lastSignInAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInNetwork_pkey" PRIMARY KEY ("userId","network")
);
CREATE INDEX "SignInNetwork_lastSignInAt_idx" ON "SignInNetwork"("lastSignInAt");
ALTER TABLE "SignInNetwork" ADD CONSTRAINT "SignInNetwork_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Accounts that were closed so far.
UPDATE "User" SET "closedAt" = "suspendedAt" WHERE name = 'Somebody who left' AND handle LIKE 'gone\_%' AND email IS NULL AND "passwordHash" IS NULL;

-- Mentions written so far mean whoever has the handle now.
CREATE FUNCTION pg_temp.mentions_in(content TEXT) RETURNS JSONB LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(u.handle, u.id), '{}') FROM "User" u
   WHERE u."closedAt" IS NULL
     AND u.handle IN (SELECT lower(m[1]) FROM regexp_matches(content, '(?<![\w@/])@([a-z0-9_]{3,20})(?![a-z0-9_])', 'gi') AS m)
$$;
UPDATE "Post" SET mentions = pg_temp.mentions_in(content) WHERE content ~* '@[a-z0-9_]{3}';
UPDATE "Comment" SET mentions = pg_temp.mentions_in(content) WHERE content ~* '@[a-z0-9_]{3}';
UPDATE "BuildComment" SET mentions = pg_temp.mentions_in(content) WHERE content ~* '@[a-z0-9_]{3}';
UPDATE "User" SET "bioMentions" = pg_temp.mentions_in(bio) WHERE bio ~* '@[a-z0-9_]{3}';
DROP FUNCTION pg_temp.mentions_in(TEXT);

-- Notices of sales spoke the buyer's name; from now on it is read when the notice is.
UPDATE "Notification" SET "aboutUserId" = split_part("subjectId", ' ', 2), preview = substring(preview FROM 'bought “.*$')
 WHERE "actorId" = 'user_pegboard' AND type = 'SYSTEM' AND "subjectId" ~ '^\S+ \S+$' AND preview ~ 'bought “';
