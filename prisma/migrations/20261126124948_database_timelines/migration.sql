-- CreateTable
CREATE TABLE "DatabaseTimeline" (
    "timeline" INTEGER NOT NULL,

    CONSTRAINT "DatabaseTimeline_pkey" PRIMARY KEY ("timeline")
);


