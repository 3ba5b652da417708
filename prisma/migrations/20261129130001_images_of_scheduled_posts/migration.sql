-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "scheduledPostId" TEXT;
