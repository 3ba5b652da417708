-- CreateTable
CREATE TABLE "MutedConversation" (
    "userId" TEXT NOT NULL,
    "postId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MutedConversation_pkey" PRIMARY KEY ("userId","postId")
);

-- AddForeignKey
ALTER TABLE "MutedConversation" ADD CONSTRAINT "MutedConversation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
