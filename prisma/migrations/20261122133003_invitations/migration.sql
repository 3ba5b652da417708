CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL,
    "inviterId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "uses" INTEGER NOT NULL,
    "usesLeft" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Invitation_hash_key" ON "Invitation"("hash");
CREATE INDEX "Invitation_inviterId_createdAt_id_idx" ON "Invitation"("inviterId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Invitation_expiresAt_idx" ON "Invitation"("expiresAt");
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Invited" (
    "userId" TEXT NOT NULL,
    "inviterId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Invited_pkey" PRIMARY KEY ("userId")
);
CREATE INDEX "Invited_inviterId_createdAt_userId_idx" ON "Invited"("inviterId", "createdAt" DESC, "userId" DESC);
CREATE INDEX "Invited_createdAt_userId_idx" ON "Invited"("createdAt" DESC, "userId" DESC);
ALTER TABLE "Invited" ADD CONSTRAINT "Invited_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Invited" ADD CONSTRAINT "Invited_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "BranchCut" (
    "id" TEXT NOT NULL,
    "rootId" TEXT NOT NULL,
    "cutById" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "suspends" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "BranchCut_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "BranchCut_rootId_idx" ON "BranchCut"("rootId");
CREATE INDEX "BranchCut_unfinished" ON "BranchCut"("createdAt") WHERE ("finishedAt" IS NULL);
ALTER TABLE "BranchCut" ADD CONSTRAINT "BranchCut_rootId_fkey" FOREIGN KEY ("rootId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
