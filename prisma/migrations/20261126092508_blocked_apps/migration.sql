-- AlterTable
ALTER TABLE "App" ADD COLUMN "blockReason" TEXT,
ADD COLUMN "blockedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "App_createdAt_id_idx" ON "App"("createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "App_blocked" ON "App"("createdAt" DESC, "id" DESC) WHERE ("blockedAt" IS NOT NULL);

-- Names and client IDs, as admins search them.
CREATE INDEX "App_search" ON "App" USING GIN (lower("name" || ' ' || COALESCE("documentUrl", "id")) gin_trgm_ops);
