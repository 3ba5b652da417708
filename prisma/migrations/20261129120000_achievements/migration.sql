-- AlterTable
ALTER TABLE "User" ADD COLUMN     "achievements" TEXT[] NOT NULL DEFAULT '{}';

-- AlterEnum
ALTER TYPE "LinkKind" ADD VALUE 'duel';
