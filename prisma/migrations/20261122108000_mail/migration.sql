-- CreateEnum
CREATE TYPE "LetterStatus" AS ENUM ('pending', 'sent', 'failed');
CREATE TYPE "EmailTokenPurpose" AS ENUM ('reset_password');

-- CreateTable
CREATE TABLE "Letter" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "content" TEXT,
    "status" "LetterStatus" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "leaseToken" TEXT,
    "leaseEndsAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Letter_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Letter_pending" ON "Letter"("nextAttemptAt") WHERE (status = 'pending'::"LetterStatus");
CREATE INDEX "Letter_createdAt_id_idx" ON "Letter"("createdAt" DESC, "id" DESC);
CREATE INDEX "Letter_userId_idx" ON "Letter"("userId");
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "PasswordResetRequest" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasswordResetRequest_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "PasswordResetRequest_requestedAt_idx" ON "PasswordResetRequest"("requestedAt");

CREATE TABLE "EmailToken" (
    "hash" TEXT NOT NULL,
    "purpose" "EmailTokenPurpose" NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordFingerprint" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailToken_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "EmailToken_userId_purpose_createdAt_idx" ON "EmailToken"("userId", "purpose", "createdAt");
CREATE INDEX "EmailToken_expiresAt_idx" ON "EmailToken"("expiresAt");
ALTER TABLE "EmailToken" ADD CONSTRAINT "EmailToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
