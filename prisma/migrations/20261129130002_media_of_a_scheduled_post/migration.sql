-- CreateIndex
CREATE INDEX "Media_scheduled" ON "Media"("scheduledPostId", "position") WHERE "scheduledPostId" IS NOT NULL;
