-- For retention, which deletes the old rows of this partition until all of it is old.
CREATE INDEX CONCURRENTLY "Delivery_legacy_createdAt_idx" ON "Delivery"("createdAt");
