-- Who is taking their data along just now. A lease of a process that died is over by itself.
CREATE TABLE "ExportLease" (
    "userId" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ExportLease_pkey" PRIMARY KEY ("userId")
);
ALTER TABLE "ExportLease" ADD CONSTRAINT "ExportLease_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Somebody's comments are read in pages, too.
CREATE INDEX "Comment_authorId_createdAt_id_idx" ON "Comment"("authorId", "createdAt" DESC, "id" DESC);
DROP INDEX "Comment_authorId_idx";
