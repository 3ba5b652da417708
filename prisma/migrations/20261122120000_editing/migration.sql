-- AlterTable
ALTER TABLE "Post" ADD COLUMN "editedAt" TIMESTAMPTZ(3), ADD COLUMN "editsCount" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Comment" ADD COLUMN "editedAt" TIMESTAMPTZ(3), ADD COLUMN "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "PostVersion" (
    "postId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "alts" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PostVersion_pkey" PRIMARY KEY ("postId", "version")
);
ALTER TABLE "PostVersion" ADD CONSTRAINT "PostVersion_postId_fkey" FOREIGN KEY ("postId") REFERENCES "Post"("id") ON DELETE CASCADE ON UPDATE CASCADE;
