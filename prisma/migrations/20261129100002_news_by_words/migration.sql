-- The same for the news.
ALTER TABLE "NewsArticle" ADD COLUMN "searchVector" tsvector GENERATED ALWAYS AS
  (to_tsvector('english', normalize(title || ' ' || description || ' ' || left(content, 30000), NFKC))) STORED;

CREATE INDEX "NewsArticle_vector" ON "NewsArticle" USING GIN ("searchVector") WHERE "publishedAt" IS NOT NULL;
CREATE INDEX "NewsArticle_letters" ON "NewsArticle" USING GIN (lower(normalize(title || ' ' || description, NFKC)) gin_trgm_ops)
  WHERE "publishedAt" IS NOT NULL;
