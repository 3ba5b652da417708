-- Events and deliveries become partitioned tables, of which the tables of before are the first partitions. This and the
-- next three build the indexes that these lack, beside readers and writers: each is one statement, outside a transaction.
-- docs/decisions/partitions.md says how the move works.
CREATE UNIQUE INDEX CONCURRENTLY "Event_legacy_pkey" ON "Event"("id", "createdAt");
