-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "once" BOOLEAN NOT NULL DEFAULT false;
