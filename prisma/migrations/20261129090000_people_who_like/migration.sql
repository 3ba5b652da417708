-- CreateIndex
CREATE INDEX "Like_newest" ON "Like"("postId", "createdAt" DESC, "userId" DESC);
