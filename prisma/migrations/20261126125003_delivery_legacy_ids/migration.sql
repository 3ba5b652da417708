CREATE UNIQUE INDEX CONCURRENTLY "Delivery_legacy_pkey" ON "Delivery"("id", "createdAt");
