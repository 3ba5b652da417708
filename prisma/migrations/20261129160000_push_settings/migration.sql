-- AlterTable
ALTER TABLE "User" ADD COLUMN     "mutedPushes" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN     "quietFrom" INTEGER,
ADD COLUMN     "quietUntil" INTEGER;
