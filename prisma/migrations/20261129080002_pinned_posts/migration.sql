-- CreateIndex
CREATE UNIQUE INDEX "Post_pinned" ON "Post"("authorId") WHERE "pinnedAt" IS NOT NULL;
