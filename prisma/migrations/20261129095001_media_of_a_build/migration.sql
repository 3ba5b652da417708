-- CreateIndex
CREATE INDEX "Media_build" ON "Media"("buildId", "role", "position") WHERE "buildId" IS NOT NULL;
