-- CreateTable
CREATE TABLE "DailyXp" (
    "userId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "act" TEXT NOT NULL,
    "xp" INTEGER NOT NULL,

    CONSTRAINT "DailyXp_pkey" PRIMARY KEY ("userId","day","act")
);

-- CreateIndex
CREATE INDEX "DailyXp_day_idx" ON "DailyXp"("day");

-- AddForeignKey
ALTER TABLE "DailyXp" ADD CONSTRAINT "DailyXp_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
