-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "fullPayload" BOOLEAN NOT NULL DEFAULT false;


