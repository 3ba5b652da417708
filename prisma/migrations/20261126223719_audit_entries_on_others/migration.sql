-- DropIndex
DROP INDEX "AuditEntry_actorId_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "AuditEntry_on_others" ON "AuditEntry"("actorId", "createdAt" DESC, "id" DESC) WHERE ("accountId" IS DISTINCT FROM "actorId");


