-- DropIndex
DROP INDEX "Build_category";

-- DropIndex
DROP INDEX "NewsArticle_category";

-- CreateIndex
CREATE INDEX "Build_category" ON "Build"("categorySlug" DESC, "publishedAt" DESC, "id" DESC) WHERE ("deletedAt" IS NULL);

-- CreateIndex
CREATE INDEX "NewsArticle_category" ON "NewsArticle"("category" DESC, "publishedAt" DESC, "id" DESC) WHERE ("publishedAt" IS NOT NULL);
