-- AlterTable
ALTER TABLE "PostVersion" ADD COLUMN     "warning" TEXT;
