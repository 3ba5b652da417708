-- The words of a build, in their compatible forms. A generated column may only use immutable functions. array_to_string is
-- not declared as one, because it depends on the type of the elements: of text, it is.
CREATE FUNCTION "buildWords"(title TEXT, description TEXT, technologies TEXT[]) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('english', normalize(title || ' ' || description || ' ' || array_to_string(technologies, ' '), NFKC))
$$;

ALTER TABLE "Build" ADD COLUMN "searchVector" tsvector
  GENERATED ALWAYS AS ("buildWords"(title, description, technologies)) STORED;

-- lib/domain/people/search/builds.ts asks in exactly these words.
CREATE INDEX "Build_vector" ON "Build" USING GIN ("searchVector") WHERE "deletedAt" IS NULL;
CREATE INDEX "Build_letters" ON "Build" USING GIN (lower(normalize(title || ' ' || description, NFKC)) gin_trgm_ops)
  WHERE "deletedAt" IS NULL;
