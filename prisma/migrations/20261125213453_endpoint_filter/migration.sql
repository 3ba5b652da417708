-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "filter" JSONB;


