CREATE TABLE "LiveTopic" (
  "topic" TEXT NOT NULL,
  "seq" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "LiveTopic_pkey" PRIMARY KEY ("topic")
);

CREATE TABLE "LiveEvent" (
  "topic" TEXT NOT NULL,
  "seq" BIGINT NOT NULL,
  "event" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "LiveEvent_pkey" PRIMARY KEY ("topic", "seq")
);

CREATE INDEX "LiveEvent_createdAt_idx" ON "LiveEvent"("createdAt");
