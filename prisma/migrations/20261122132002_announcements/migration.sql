CREATE TABLE "Announcement" (
    "id" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "html" TEXT,
    "until" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "authorId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Announcement_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Announcement_createdAt_id_idx" ON "Announcement"("createdAt" DESC, "id" DESC);
CREATE INDEX "Announcement_not_ended" ON "Announcement"("until") WHERE ("endedAt" IS NULL);

ALTER TABLE "User" ADD COLUMN "dismissedAnnouncements" TEXT[] DEFAULT ARRAY[]::TEXT[];
