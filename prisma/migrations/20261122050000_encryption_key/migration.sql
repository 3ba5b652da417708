CREATE TABLE "EncryptionKey" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "fingerprint" TEXT NOT NULL,
  "recordedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "EncryptionKey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "EncryptionKey_one_row" CHECK ("id" = 1)
);
