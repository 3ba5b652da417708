-- CreateTable
CREATE TABLE "ClosedAccount" (
    "userId" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "handleChosen" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "emailVerifiedAt" TIMESTAMPTZ(3),
    "passwordHash" TEXT,
    "image" TEXT,
    "bio" TEXT NOT NULL,
    "bioMentions" JSONB,
    "presenceVisibility" "PresenceVisibility" NOT NULL,
    "closedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClosedAccount_pkey" PRIMARY KEY ("userId")
);
CREATE INDEX "ClosedAccount_handle_idx" ON "ClosedAccount"("handle");
CREATE INDEX "ClosedAccount_email_idx" ON "ClosedAccount"("email");
CREATE INDEX "ClosedAccount_closedAt_idx" ON "ClosedAccount"("closedAt");
ALTER TABLE "ClosedAccount" ADD CONSTRAINT "ClosedAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "ClosedFollow" (
    "closedId" TEXT NOT NULL,
    "followerId" TEXT NOT NULL,
    "followeeId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClosedFollow_pkey" PRIMARY KEY ("closedId", "followerId", "followeeId")
);
ALTER TABLE "ClosedFollow" ADD CONSTRAINT "ClosedFollow_closedId_fkey" FOREIGN KEY ("closedId") REFERENCES "ClosedAccount"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "ClosedSignIn" (
    "closedId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ClosedSignIn_pkey" PRIMARY KEY ("closedId", "provider")
);
CREATE INDEX "ClosedSignIn_provider_providerAccountId_idx" ON "ClosedSignIn"("provider", "providerAccountId");
ALTER TABLE "ClosedSignIn" ADD CONSTRAINT "ClosedSignIn_closedId_fkey" FOREIGN KEY ("closedId") REFERENCES "ClosedAccount"("userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "Post_deleted" ON "Post"("authorId", "deletedAt") WHERE ("deletedAt" IS NOT NULL);
