CREATE INDEX "AuditEntry_action_createdAt_id_idx" ON "AuditEntry"("action" DESC, "createdAt" DESC, "id" DESC);
CREATE INDEX "AuditEntry_actorId_createdAt_id_idx" ON "AuditEntry"("actorId", "createdAt" DESC, "id" DESC);
