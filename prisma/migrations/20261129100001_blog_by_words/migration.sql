-- The words of a blog post, of which the first 30,000 characters of its content count: a vector has at most a megabyte.
ALTER TABLE "BlogPost" ADD COLUMN "searchVector" tsvector GENERATED ALWAYS AS
  (to_tsvector('english', normalize(title || ' ' || description || ' ' || left(content, 30000), NFKC))) STORED;

-- lib/domain/people/search/articles.ts asks in exactly these words.
CREATE INDEX "BlogPost_vector" ON "BlogPost" USING GIN ("searchVector");
CREATE INDEX "BlogPost_letters" ON "BlogPost" USING GIN (lower(normalize(title || ' ' || description, NFKC)) gin_trgm_ops);
