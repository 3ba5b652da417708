-- People are found by the words and letters of their bios. lib/domain/people/search/queries.ts asks in exactly these words.
CREATE INDEX "User_bio" ON "User" USING GIN (to_tsvector('english', normalize(bio, NFKC)), lower(normalize(bio, NFKC)) gin_trgm_ops)
  WHERE bio <> '';
