-- DropIndex
DROP INDEX "Delivery_due";

-- DropIndex
DROP INDEX "Delivery_pending";

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "attemptLog" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "lastQueuedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Delivery_pending" ON "Delivery"("endpointId", "nextAttemptAt", "sequence") WHERE (status = 'pending'::"DeliveryStatus");

-- CreateIndex
CREATE INDEX "Delivery_leased" ON "Delivery"("endpointId", "leaseEndsAt") WHERE ("leaseToken" IS NOT NULL);
