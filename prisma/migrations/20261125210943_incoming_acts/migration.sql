-- Acts lock "User" before "Event".
LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE;

-- CreateEnum
CREATE TYPE "IncomingKind" AS ENUM ('follow', 'like', 'comment', 'mention', 'repost');

-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "actorId" TEXT,
ADD COLUMN     "subjectId" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "automated" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "IncomingAct" (
    "userId" TEXT NOT NULL,
    "kind" "IncomingKind" NOT NULL,
    "actorId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "stands" BOOLEAN NOT NULL,
    "told" BOOLEAN NOT NULL DEFAULT false,
    "toldAt" TIMESTAMPTZ(3),
    "toldCount" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IncomingAct_pkey" PRIMARY KEY ("userId","kind","actorId","subjectId")
);

-- CreateIndex
CREATE INDEX "IncomingAct_subjectId_kind_actorId_idx" ON "IncomingAct"("subjectId", "kind", "actorId");

-- CreateIndex
CREATE INDEX "IncomingAct_actorId_idx" ON "IncomingAct"("actorId");

-- CreateIndex
CREATE INDEX "IncomingAct_due" ON "IncomingAct"("dueAt") WHERE ("dueAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "IncomingAct_over" ON "IncomingAct"("changedAt") WHERE (NOT stands);

-- AddForeignKey
ALTER TABLE "IncomingAct" ADD CONSTRAINT "IncomingAct_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IncomingAct" ADD CONSTRAINT "IncomingAct_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


