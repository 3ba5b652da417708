-- CreateEnum
CREATE TYPE "QuotePolicy" AS ENUM ('everyone', 'followed', 'nobody');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "quotes" "QuotePolicy" NOT NULL DEFAULT 'everyone';
