-- CreateIndex
CREATE INDEX "BuildComment_authorId_createdAt_id_idx" ON "BuildComment"("authorId", "createdAt" DESC, "id" DESC);
