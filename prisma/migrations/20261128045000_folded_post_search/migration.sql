-- Posts in decomposed letters, full width or the like are also found by their compatible form. Few are: the index is small,
-- and building it reads all posts once. lib/domain/search/queries.ts asks in exactly these words.
CREATE INDEX "Post_folded" ON "Post" USING GIN (to_tsvector('english', normalize("content", NFKC)), lower(normalize("content", NFKC)) gin_trgm_ops)
  WHERE "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" AND "communityId" IS NULL AND "priceCoins" IS NULL
    AND "content" IS NOT NFKC NORMALIZED;
