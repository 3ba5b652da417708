-- CreateEnum
CREATE TYPE "BuildImageRole" AS ENUM ('COVER', 'SCREENSHOT', 'README');

-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "buildId" TEXT,
ADD COLUMN     "role" "BuildImageRole";
