-- Reads the table beside readers and writers.
SET LOCAL statement_timeout = 0;
ALTER TABLE "Event" VALIDATE CONSTRAINT "Event_legacy_bound";
