-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "isTest" BOOLEAN NOT NULL DEFAULT false;


