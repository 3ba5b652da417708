CREATE INDEX CONCURRENTLY "Event_legacy_userId_position_idx" ON "Event"("userId", "position");
