-- CreateTable
CREATE TABLE "SignInDevice" (
    "userId" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSignInAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInDevice_pkey" PRIMARY KEY ("userId", "device")
);
CREATE INDEX "SignInDevice_lastSignInAt_idx" ON "SignInDevice"("lastSignInAt");
ALTER TABLE "SignInDevice" ADD CONSTRAINT "SignInDevice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
