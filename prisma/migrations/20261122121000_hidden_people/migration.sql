-- CreateEnum
CREATE TYPE "HiddenReason" AS ENUM ('blocked', 'blocked_by', 'muted');

-- CreateTable
CREATE TABLE "HiddenPerson" (
    "viewerId" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "reason" "HiddenReason" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HiddenPerson_pkey" PRIMARY KEY ("viewerId","personId","reason")
);

-- CreateIndex
CREATE INDEX "HiddenPerson_newest" ON "HiddenPerson"("viewerId", "reason", "createdAt" DESC, "personId" DESC);
CREATE INDEX "HiddenPerson_personId_idx" ON "HiddenPerson"("personId");

-- AddForeignKey
ALTER TABLE "HiddenPerson" ADD CONSTRAINT "HiddenPerson_viewerId_fkey" FOREIGN KEY ("viewerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HiddenPerson" ADD CONSTRAINT "HiddenPerson_personId_fkey" FOREIGN KEY ("personId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
