-- CreateTable
CREATE TABLE "TagFollow" (
    "userId" TEXT NOT NULL,
    "tag" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TagFollow_pkey" PRIMARY KEY ("userId","tag")
);

-- CreateIndex
CREATE INDEX "TagFollow_newest" ON "TagFollow"("userId", "createdAt" DESC, "tag" DESC);

-- AddForeignKey
ALTER TABLE "TagFollow" ADD CONSTRAINT "TagFollow_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
