-- AlterTable
ALTER TABLE "User" ADD COLUMN     "mutedNotifications" TEXT[] NOT NULL DEFAULT '{}';
