-- CreateTable
CREATE TABLE "FormerCommenter" (
    "userId" TEXT NOT NULL,
    "postId" TEXT NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FormerCommenter_pkey" PRIMARY KEY ("userId","postId")
);

-- CreateTable
CREATE TABLE "RetractedNotification" (
    "userId" TEXT NOT NULL,
    "type" "NotificationType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "postId" TEXT,
    "retractedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RetractedNotification_pkey" PRIMARY KEY ("userId","type","actorId","subjectId")
);

-- CreateIndex
CREATE INDEX "FormerCommenter_deletedAt_idx" ON "FormerCommenter"("deletedAt");

-- CreateIndex
CREATE INDEX "RetractedNotification_actorId_idx" ON "RetractedNotification"("actorId");

-- CreateIndex
CREATE INDEX "RetractedNotification_retractedAt_idx" ON "RetractedNotification"("retractedAt");

-- AddForeignKey
ALTER TABLE "FormerCommenter" ADD CONSTRAINT "FormerCommenter_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RetractedNotification" ADD CONSTRAINT "RetractedNotification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RetractedNotification" ADD CONSTRAINT "RetractedNotification_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


