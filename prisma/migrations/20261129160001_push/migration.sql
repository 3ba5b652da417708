-- CreateTable
CREATE TABLE "PushSubscription" (
    "sessionId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "endpointHash" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "showsPrivate" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "failingSince" TIMESTAMPTZ(3),

    CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("sessionId")
);

-- CreateTable
CREATE TABLE "Push" (
    "sessionId" TEXT NOT NULL,
    "notificationId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Push_pkey" PRIMARY KEY ("sessionId","notificationId")
);

-- CreateIndex
CREATE UNIQUE INDEX "PushSubscription_endpointHash_key" ON "PushSubscription"("endpointHash");

-- CreateIndex
CREATE INDEX "PushSubscription_userId_idx" ON "PushSubscription"("userId");

-- CreateIndex
CREATE INDEX "Push_service_dueAt_idx" ON "Push"("service", "dueAt");

-- CreateIndex
CREATE INDEX "Push_createdAt_idx" ON "Push"("createdAt");

-- AddForeignKey
ALTER TABLE "PushSubscription" ADD CONSTRAINT "PushSubscription_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
