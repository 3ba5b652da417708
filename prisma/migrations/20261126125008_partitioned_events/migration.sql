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
  LOCK TABLE "User", "Event" IN SHARE UPDATE EXCLUSIVE MODE;
  LOOP
    BEGIN
      SET LOCAL lock_timeout = '60ms';
      LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE "Event" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF clock_timestamp() > ends_at THEN RAISE; END IF;
      PERFORM pg_sleep(0.1 + 0.2 * random());
    END;
  END LOOP;

  ALTER TABLE "Event" RENAME TO "Event_legacy";
  ALTER INDEX "Event_pkey" RENAME TO "Event_legacy_pkey";
  ALTER INDEX "Event_userId_position_key" RENAME TO "Event_legacy_userId_position_key";
  ALTER INDEX "Event_createdAt_idx" RENAME TO "Event_legacy_createdAt_idx";

  CREATE TABLE "Event" (LIKE "Event_legacy" INCLUDING DEFAULTS) PARTITION BY RANGE ("createdAt");
  ALTER TABLE "Event" ADD CONSTRAINT "Event_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id")
    ON DELETE CASCADE ON UPDATE CASCADE;
  IF EXISTS (SELECT FROM "Event_legacy") THEN
    EXECUTE format('ALTER TABLE "Event" ATTACH PARTITION "Event_legacy" FOR VALUES FROM (MINVALUE) TO (%s)', bound);
    ALTER TABLE "Event_legacy" DROP CONSTRAINT "Event_legacy_bound";
  ELSE
    DROP TABLE "Event_legacy";
  END IF;
  ALTER TABLE ONLY "Event" ADD CONSTRAINT "Event_pkey" PRIMARY KEY ("id", "createdAt");
  CREATE INDEX "Event_userId_position_idx" ON ONLY "Event"("userId", "position");

  -- Rows of a time without a partition of its own. The index is for deleting the old ones.
  CREATE TABLE "Event_default" PARTITION OF "Event" DEFAULT;
  CREATE INDEX "Event_default_createdAt_idx" ON "Event_default"("createdAt");
END $$;
