-- The log of requests by key, partitioned by day, so that a day is dropped and not deleted row by row. Prisma knows a
-- partitioned table as any other, without its partitions: its schema declares the columns and the key, and only this
-- statement says PARTITION BY. lib/domain/request-log/partitions.ts makes the partitions and drops them.
-- Neither table refers to accounts or keys: closing an account would delete millions of rows in its transaction, every
-- row would lock its key's, and a key deleted meanwhile would fail a whole batch of other accounts' rows. The rows of
-- closed accounts are deleted in batches instead (lib/domain/request-log/retention.ts).
CREATE TABLE "ApiRequest" (
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "operation" TEXT,
    "status" SMALLINT NOT NULL,
    "error" TEXT,
    "durationMs" REAL NOT NULL,
    "requestBytes" INTEGER,
    "responseBytes" INTEGER NOT NULL,
    "times" INTEGER NOT NULL,

    CONSTRAINT "ApiRequest_pkey" PRIMARY KEY ("userId","createdAt","id")
) PARTITION BY RANGE ("createdAt");

-- Rows of a day without a partition of its own. The index is for deleting the old ones.
CREATE TABLE "ApiRequest_default" PARTITION OF "ApiRequest" DEFAULT;
CREATE INDEX "ApiRequest_default_createdAt_idx" ON "ApiRequest_default"("createdAt");

-- CreateTable
CREATE TABLE "ApiRequestCount" (
    "userId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "keyId" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,

    CONSTRAINT "ApiRequestCount_pkey" PRIMARY KEY ("userId","hour","keyId","error")
);

-- CreateIndex
CREATE INDEX "ApiRequestCount_hour_idx" ON "ApiRequestCount"("hour");
