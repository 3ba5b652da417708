-- AlterTable
ALTER TABLE "User" ADD COLUMN "mutedWordsVersion" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "MutedWord" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "phrase" TEXT NOT NULL,
    "folded" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MutedWord_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "MutedWord_userId_folded_key" ON "MutedWord"("userId", "folded");

-- AddForeignKey
ALTER TABLE "MutedWord" ADD CONSTRAINT "MutedWord_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
