-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "warning" TEXT,
ADD COLUMN     "pinnedAt" TIMESTAMPTZ(3);
