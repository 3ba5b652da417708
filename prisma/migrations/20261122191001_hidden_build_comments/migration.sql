-- AlterTable
ALTER TABLE "BuildComment" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);
