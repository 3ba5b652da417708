-- Events and deliveries become partitioned tables, of which the tables of before are the first partitions
-- (docs/decisions/partitions.md). No row of these may reach into the partitions to come, so that they can be attached without reading
-- them. Deliveries stop referring to events: a reference would need an index that is unique without the time.
--
-- Nobody waits for long. Both tables are locked within a quarter of a second or not at all, again and again until it
-- succeeds; meanwhile only vacuum and other changes of the tables are kept away.
SET LOCAL statement_timeout = 0;
DO $$
DECLARE
  bound text := quote_literal(date_trunc('week', now(), 'UTC') + interval '3 weeks');
  ends_at timestamptz := clock_timestamp() + interval '15 minutes';
BEGIN
  LOCK TABLE "Event", "Delivery" IN SHARE UPDATE EXCLUSIVE MODE;
  LOOP
    BEGIN
      SET LOCAL lock_timeout = '60ms';
      LOCK TABLE "Event", "Delivery" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      IF clock_timestamp() > ends_at THEN RAISE; END IF;
      PERFORM pg_sleep(0.1 + 0.2 * random());
    END;
  END LOOP;
  ALTER TABLE "Delivery" DROP CONSTRAINT "Delivery_eventId_fkey";
  EXECUTE format('ALTER TABLE "Event" ADD CONSTRAINT "Event_legacy_bound" CHECK ("createdAt" < %s) NOT VALID', bound);
  EXECUTE format('ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_legacy_bound" CHECK ("createdAt" < %s) NOT VALID', bound);
END $$;
