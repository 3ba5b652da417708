-- Nothing of it has to survive a crash, and no replica needs it.
CREATE UNLOGGED TABLE "ReadPosition" (
    "userId" TEXT NOT NULL,
    "lsn" pg_lsn NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReadPosition_pkey" PRIMARY KEY ("userId")
);


