-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "remindedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "ApiKey_expiring" ON "ApiKey"("expiresAt") WHERE ("remindedAt" IS NULL AND "revokedAt" IS NULL);


