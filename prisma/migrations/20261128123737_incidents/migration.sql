-- CreateEnum
CREATE TYPE "IncidentSeverity" AS ENUM ('degraded', 'down');

-- CreateTable
CREATE TABLE "Incident" (
    "part" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "severity" "IncidentSeverity" NOT NULL,

    CONSTRAINT "Incident_pkey" PRIMARY KEY ("part","startedAt")
);

-- CreateIndex
CREATE INDEX "Incident_startedAt_part_idx" ON "Incident"("startedAt" DESC, "part");


