-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "tags" TEXT[],
ADD COLUMN     "tagNames" TEXT[];

-- Tags are compared by their bytes, which lets one index find all that begin alike.
-- CreateTable
CREATE TABLE "PostTag" (
    "tag" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "postId" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PostTag_pkey" PRIMARY KEY ("postId","tag")
);

-- CreateTable
CREATE TABLE "Tag" (
    "tag" TEXT COLLATE "C" NOT NULL,
    "people" INTEGER NOT NULL DEFAULT 0,
    "hiddenAt" TIMESTAMPTZ(3),

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("tag")
);

-- CreateIndex
CREATE INDEX "PostTag_newest" ON "PostTag"("tag" DESC, "createdAt" DESC, "postId" DESC, "authorId");

-- CreateIndex
CREATE INDEX "PostTag_recent" ON "PostTag"("createdAt", "tag", "authorId");

-- CreateIndex
CREATE INDEX "Tag_trending" ON "Tag"("people" DESC, "tag") WHERE people > 0;

-- AddForeignKey
ALTER TABLE "PostTag" ADD CONSTRAINT "PostTag_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A post leaves and enters the lists of its tags with every change of who can see it: deleting, hiding, limiting its
-- author, closing an account, and their opposites. The tags of one post are added in order, so that no two acts wait
-- for each other.
CREATE FUNCTION "listPostTags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM "PostTag" WHERE "postId" = NEW.id;
  END IF;
  IF NEW."deletedAt" IS NULL AND NEW.audience = 'PUBLIC' AND NEW."communityId" IS NULL AND NEW."priceCoins" IS NULL THEN
    INSERT INTO "Tag" (tag) SELECT t FROM unnest(NEW.tags) t ORDER BY t COLLATE "C" ON CONFLICT DO NOTHING;
    INSERT INTO "PostTag" (tag, name, "postId", "authorId", "createdAt")
    SELECT t.tag, t.name, NEW.id, NEW."authorId", NEW."createdAt" FROM unnest(NEW.tags, NEW."tagNames") t (tag, name);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "Post_tagged" AFTER INSERT ON "Post"
  FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION "listPostTags"();

CREATE TRIGGER "Post_retagged" AFTER UPDATE OF tags, audience, "deletedAt" ON "Post"
  FOR EACH ROW WHEN (OLD.tags <> '{}' OR NEW.tags <> '{}') EXECUTE FUNCTION "listPostTags"();
