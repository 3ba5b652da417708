-- The table becomes the first partition of a partitioned one, as it is: no row is read or written. An empty one is
-- dropped instead. Locks are taken as in legacy_bounds. Attaching joins the reference of the old table to that of the new
-- one, which locks the table that they refer to.
--
-- An index that the old table lacks would take long to build, so the new one has it for other partitions alone, and is
-- not valid as a whole while the old one is there. The old table has indexes of its own by the same columns.
SET LOCAL statement_timeout = 0;
DO $$
DECLARE
  bound text := quote_literal(date_trunc('week', now(), 'UTC') + interval '3 weeks');
  ends_at timestamptz := clock_timestamp() + interval '15 minutes';
BEGIN
  LOCK TABLE "WebhookEndpoint", "Delivery" IN SHARE UPDATE EXCLUSIVE MODE;
  LOOP
    BEGIN
      SET LOCAL lock_timeout = '60ms';
      LOCK TABLE "WebhookEndpoint" IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE "Delivery" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF clock_timestamp() > ends_at THEN RAISE; END IF;
      PERFORM pg_sleep(0.1 + 0.2 * random());
    END;
  END LOOP;

  ALTER TABLE "Delivery" RENAME TO "Delivery_legacy";
  ALTER INDEX "Delivery_pkey" RENAME TO "Delivery_legacy_pkey";
  ALTER INDEX "Delivery_endpointId_createdAt_id_idx" RENAME TO "Delivery_legacy_endpointId_createdAt_id_idx";
  ALTER INDEX "Delivery_pending" RENAME TO "Delivery_legacy_pending";
  ALTER INDEX "Delivery_eventId_idx" RENAME TO "Delivery_legacy_eventId_idx";

  CREATE TABLE "Delivery" (LIKE "Delivery_legacy" INCLUDING DEFAULTS) PARTITION BY RANGE ("createdAt");
  CREATE INDEX "Delivery_endpointId_createdAt_id_idx" ON "Delivery"("endpointId", "createdAt" DESC, "id" DESC);
  CREATE INDEX "Delivery_pending" ON "Delivery"("endpointId", "nextAttemptAt", "sequence")
    WHERE (status = 'pending'::"DeliveryStatus");
  ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id")
    ON DELETE CASCADE ON UPDATE CASCADE;
  IF EXISTS (SELECT FROM "Delivery_legacy") THEN
    EXECUTE format('ALTER TABLE "Delivery" ATTACH PARTITION "Delivery_legacy" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
    ALTER TABLE "Delivery_legacy" DROP CONSTRAINT "Delivery_legacy_bound";
  ELSE
    DROP TABLE "Delivery_legacy";
  END IF;
  ALTER TABLE ONLY "Delivery" ADD CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id", "createdAt");

  -- Rows of a time without a partition of its own. The index is for deleting the old ones.
  CREATE TABLE "Delivery_default" PARTITION OF "Delivery" DEFAULT WITH (fillfactor = 70);
  CREATE INDEX "Delivery_default_createdAt_idx" ON "Delivery_default"("createdAt");
END $$;
