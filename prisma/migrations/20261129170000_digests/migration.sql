-- CreateTable
CREATE TABLE "Digest" (
    "userId" TEXT NOT NULL,
    "hour" INTEGER,
    "mutedKinds" TEXT[] NOT NULL DEFAULT '{}',
    "nextAt" TIMESTAMPTZ(3),
    "lastAt" TIMESTAMPTZ(3),

    CONSTRAINT "Digest_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "Digest_due" ON "Digest"("nextAt", "userId") WHERE ("nextAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "Digest" ADD CONSTRAINT "Digest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
