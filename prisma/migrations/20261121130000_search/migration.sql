-- Prisma's schema knows no indexes on expressions. lib/domain/search/queries.ts asks in exactly these words.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- People are found by a part of their name or handle, slips included.
CREATE INDEX "User_search" ON "User" USING GIN (lower("handle" || ' ' || "name") gin_trgm_ops);

-- Posts are found by their words, and by any part of them in scripts that put no space between words.
CREATE INDEX "Post_words" ON "Post" USING GIN (to_tsvector('english', "content"))
  WHERE "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" AND "communityId" IS NULL AND "priceCoins" IS NULL;
CREATE INDEX "Post_letters" ON "Post" USING GIN (lower("content") gin_trgm_ops)
  WHERE "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" AND "communityId" IS NULL AND "priceCoins" IS NULL;
