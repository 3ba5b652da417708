-- CreateEnum
CREATE TYPE "ImportSource" AS ENUM ('pegboard', 'mastodon', 'x', 'bluesky');

-- CreateEnum
CREATE TYPE "ImportStatus" AS ENUM ('uploading', 'waiting', 'running', 'done', 'failed', 'undone');

-- CreateEnum
CREATE TYPE "ImportedKind" AS ENUM ('post', 'comment', 'build', 'follow');

-- CreateTable
CREATE TABLE "Import" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "source" "ImportSource" NOT NULL,
    "status" "ImportStatus" NOT NULL DEFAULT 'uploading',
    "bytes" INTEGER NOT NULL,
    "receivedBytes" INTEGER NOT NULL DEFAULT 0,
    "parts" INTEGER NOT NULL DEFAULT 0,
    "hasArchive" BOOLEAN NOT NULL DEFAULT true,
    "leaseToken" TEXT,
    "leaseEndsAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "imagesDone" INTEGER NOT NULL DEFAULT 0,
    "imagesTotal" INTEGER NOT NULL DEFAULT 0,
    "brought" JSONB NOT NULL DEFAULT '{}',
    "leftOut" JSONB NOT NULL DEFAULT '{}',
    "profile" JSONB NOT NULL DEFAULT '{}',
    "failure" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportedItem" (
    "userId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "ImportedKind" NOT NULL,
    "subjectId" TEXT NOT NULL,
    "importId" TEXT NOT NULL,

    CONSTRAINT "ImportedItem_pkey" PRIMARY KEY ("userId","key")
);

-- CreateIndex
CREATE INDEX "Import_userId_createdAt_id_idx" ON "Import"("userId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Import_due" ON "Import"("createdAt") WHERE (status = ANY (ARRAY['waiting'::"ImportStatus", 'running'::"ImportStatus"]));

-- CreateIndex
CREATE INDEX "Import_archive" ON "Import"("createdAt") WHERE ("hasArchive");

-- CreateIndex
CREATE UNIQUE INDEX "Import_open" ON "Import"("userId") WHERE (status = ANY (ARRAY['uploading'::"ImportStatus", 'waiting'::"ImportStatus", 'running'::"ImportStatus"]));

-- CreateIndex
CREATE INDEX "ImportedItem_importId_kind_idx" ON "ImportedItem"("importId", "kind");

-- CreateIndex
CREATE INDEX "ImportedItem_subjectId_idx" ON "ImportedItem"("subjectId");

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedItem" ADD CONSTRAINT "ImportedItem_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


