-- CreateEnum
CREATE TYPE "RestoreDrillStatus" AS ENUM ('running', 'proven', 'failed');

-- CreateTable
CREATE TABLE "RestoreDrill" (
    "id" TEXT NOT NULL,
    "status" "RestoreDrillStatus" NOT NULL DEFAULT 'running',
    "backup" TEXT,
    "takenAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "differences" TEXT[],

    CONSTRAINT "RestoreDrill_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RestoreDrill_startedAt_id_idx" ON "RestoreDrill"("startedAt" DESC, "id" DESC);
