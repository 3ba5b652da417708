-- CreateTable
CREATE TABLE "LinkPreview" (
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "siteName" TEXT NOT NULL DEFAULT '',
    "imageId" TEXT,
    "dueAt" TIMESTAMPTZ(3),
    "leaseEndsAt" TIMESTAMPTZ(3),
    "fetchedAt" TIMESTAMPTZ(3),
    "staleAt" TIMESTAMPTZ(3),

    CONSTRAINT "LinkPreview_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "LinkPreview_imageId_key" ON "LinkPreview"("imageId");

-- CreateIndex
CREATE INDEX "LinkPreview_due" ON "LinkPreview"("site", "dueAt") WHERE "dueAt" IS NOT NULL;

-- CreateIndex
CREATE INDEX "LinkPreview_fetched" ON "LinkPreview"("site", "fetchedAt" DESC);

-- CreateIndex
CREATE INDEX "LinkPreview_fetchedAt_idx" ON "LinkPreview"("fetchedAt");
