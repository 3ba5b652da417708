-- CreateEnum
CREATE TYPE "LinkKind" AS ENUM ('web', 'post', 'build', 'blog', 'news', 'user', 'drop');

-- AlterTable
ALTER TABLE "Post" ADD COLUMN     "linkKind" "LinkKind",
ADD COLUMN     "linkId" TEXT;
