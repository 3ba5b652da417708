-- AlterTable
ALTER TABLE "Build" ADD COLUMN     "html" TEXT,
ADD COLUMN     "rendererVersion" INTEGER;

-- AlterTable
ALTER TABLE "BlogPost" ADD COLUMN     "html" TEXT,
ADD COLUMN     "rendererVersion" INTEGER;

-- AlterTable
ALTER TABLE "NewsArticle" ADD COLUMN     "html" TEXT,
ADD COLUMN     "rendererVersion" INTEGER;

-- A writer that knows nothing of the HTML (an older instance during a deployment, a correction in SQL) must not leave the
-- HTML of another text behind: what it cleared is rendered again when it is next read.
CREATE FUNCTION "clearRenderedMarkdown"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."html" := NULL;
  NEW."rendererVersion" := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "Build_clearRenderedMarkdown" BEFORE UPDATE OF "readme", "title" ON "Build" FOR EACH ROW
  WHEN ((NEW."readme", NEW."title") IS DISTINCT FROM (OLD."readme", OLD."title") AND NEW."html" IS NOT DISTINCT FROM OLD."html")
  EXECUTE FUNCTION "clearRenderedMarkdown"();

CREATE TRIGGER "BlogPost_clearRenderedMarkdown" BEFORE UPDATE OF "content" ON "BlogPost" FOR EACH ROW
  WHEN (NEW."content" IS DISTINCT FROM OLD."content" AND NEW."html" IS NOT DISTINCT FROM OLD."html")
  EXECUTE FUNCTION "clearRenderedMarkdown"();

CREATE TRIGGER "NewsArticle_clearRenderedMarkdown" BEFORE UPDATE OF "content" ON "NewsArticle" FOR EACH ROW
  WHEN (NEW."content" IS DISTINCT FROM OLD."content" AND NEW."html" IS NOT DISTINCT FROM OLD."html")
  EXECUTE FUNCTION "clearRenderedMarkdown"();
