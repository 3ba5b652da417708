-- AlterTable
ALTER TABLE "App" ADD COLUMN "endedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "App_ended" ON "App"("endedAt") WHERE ("endedAt" IS NOT NULL);
