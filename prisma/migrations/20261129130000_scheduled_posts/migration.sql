-- CreateEnum
CREATE TYPE "ScheduledPostFailure" AS ENUM ('account_suspended', 'account_closed', 'email_unverified', 'quote_unavailable');

-- CreateTable
CREATE TABLE "ScheduledPost" (
    "id" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "warning" TEXT,
    "audience" "Audience" NOT NULL,
    "quoteId" TEXT,
    "publishAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "failedAt" TIMESTAMPTZ(3),
    "failure" "ScheduledPostFailure",

    CONSTRAINT "ScheduledPost_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ScheduledPost_authorId_publishAt_id_idx" ON "ScheduledPost"("authorId", "publishAt", "id");

-- CreateIndex
CREATE INDEX "ScheduledPost_due" ON "ScheduledPost"("publishAt", "id") WHERE "failedAt" IS NULL;

-- CreateIndex
CREATE INDEX "ScheduledPost_failed" ON "ScheduledPost"("failedAt") WHERE "failedAt" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "ScheduledPost" ADD CONSTRAINT "ScheduledPost_authorId_fkey" FOREIGN KEY ("authorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
