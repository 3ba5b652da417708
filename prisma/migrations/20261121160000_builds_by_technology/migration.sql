-- CreateTable
CREATE TABLE "BuildTechnology" (
    "technology" TEXT NOT NULL,
    "categorySlug" TEXT NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "buildId" TEXT NOT NULL,

    CONSTRAINT "BuildTechnology_pkey" PRIMARY KEY ("buildId","technology")
);

-- CreateIndex
CREATE INDEX "BuildTechnology_newest" ON "BuildTechnology"("technology" DESC, "publishedAt" DESC, "buildId" DESC);

-- CreateIndex
CREATE INDEX "BuildTechnology_category" ON "BuildTechnology"("technology" DESC, "categorySlug" DESC, "publishedAt" DESC, "buildId" DESC);

-- AddForeignKey
ALTER TABLE "BuildTechnology" ADD CONSTRAINT "BuildTechnology_buildId_fkey" FOREIGN KEY ("buildId") REFERENCES "Build"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No index gives the builds of a technology in their order, since a build has many. The database keeps this one as it keeps
-- any other: whoever writes a build, and however.
CREATE FUNCTION "shelveBuild"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "BuildTechnology" WHERE "buildId" = NEW.id;
  IF NEW."deletedAt" IS NULL THEN
    INSERT INTO "BuildTechnology" ("technology", "categorySlug", "publishedAt", "buildId")
    SELECT DISTINCT lower(t), NEW."categorySlug", NEW."publishedAt", NEW.id FROM unnest(NEW.technologies) t;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Build_shelve" AFTER INSERT OR UPDATE OF technologies, "categorySlug", "publishedAt", "deletedAt" ON "Build"
  FOR EACH ROW EXECUTE FUNCTION "shelveBuild"();

INSERT INTO "BuildTechnology" ("technology", "categorySlug", "publishedAt", "buildId")
SELECT DISTINCT lower(t), b."categorySlug", b."publishedAt", b.id FROM "Build" b, unnest(b.technologies) t WHERE b."deletedAt" IS NULL;
