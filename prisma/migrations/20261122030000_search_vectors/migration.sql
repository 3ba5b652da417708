-- The words of a post, parsed once: to_tsvector takes 25 µs a post, and a search looks at thousands of them. Adding the
-- column writes the table anew. lib/domain/search/queries.ts asks in exactly the words of the index. "Post_words" stays for
-- servers of the release before this one, which search until they are replaced.
ALTER TABLE "Post" ADD COLUMN "searchVector" tsvector GENERATED ALWAYS AS (to_tsvector('english', "content")) STORED;

CREATE INDEX "Post_vector" ON "Post" USING GIN ("searchVector")
  WHERE "deletedAt" IS NULL AND audience = 'PUBLIC'::"Audience" AND "communityId" IS NULL AND "priceCoins" IS NULL;
