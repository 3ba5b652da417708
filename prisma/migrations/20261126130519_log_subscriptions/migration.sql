-- CreateTable
CREATE TABLE "LogSubscription" (
    "userId" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LogSubscription_pkey" PRIMARY KEY ("userId","event")
);

-- CreateIndex
CREATE INDEX "LogSubscription_expiresAt_idx" ON "LogSubscription"("expiresAt");

-- AddForeignKey
ALTER TABLE "LogSubscription" ADD CONSTRAINT "LogSubscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


