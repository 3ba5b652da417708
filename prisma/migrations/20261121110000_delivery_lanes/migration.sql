-- DropIndex
DROP INDEX "Delivery_leased";

-- CreateTable
CREATE TABLE "DeliveryLane" (
    "endpointId" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DeliveryLane_pkey" PRIMARY KEY ("endpointId")
);


-- Room on each page lets a lease be taken without touching an index.
ALTER TABLE "Delivery" SET (fillfactor = 70);
