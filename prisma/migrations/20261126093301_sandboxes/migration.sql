-- CreateTable
CREATE TABLE "Sandbox" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "seed" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "databaseName" TEXT,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "migrations" INTEGER NOT NULL DEFAULT 0,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Sandbox_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Sandbox_userId_key" ON "Sandbox"("userId");

-- CreateIndex
CREATE INDEX "Sandbox_lastUsedAt_idx" ON "Sandbox"("lastUsedAt");

-- AddForeignKey
ALTER TABLE "Sandbox" ADD CONSTRAINT "Sandbox_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


