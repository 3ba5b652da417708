-- CreateIndex
CREATE INDEX "Report_queue_by_type" ON "Report"("status" DESC, "subjectType" DESC, "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Report_queue_by_reason" ON "Report"("status" DESC, "reason" DESC, "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Report_queue_by_type_and_reason" ON "Report"("status" DESC, "subjectType" DESC, "reason" DESC, "createdAt" DESC, "id" DESC);


