-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "disabledAt" TIMESTAMPTZ(3),
ADD COLUMN     "gaps" JSONB NOT NULL DEFAULT '[]';


