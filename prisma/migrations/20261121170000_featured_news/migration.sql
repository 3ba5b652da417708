-- CreateIndex
CREATE INDEX "NewsArticle_featured" ON "NewsArticle"("publishedAt" DESC, "id" DESC) WHERE (featured AND "publishedAt" IS NOT NULL);
