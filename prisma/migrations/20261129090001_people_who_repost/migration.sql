-- CreateIndex
CREATE INDEX "Repost_newest" ON "Repost"("postId", "createdAt" DESC, "userId" DESC);
