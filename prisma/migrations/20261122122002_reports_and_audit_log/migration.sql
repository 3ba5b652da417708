-- In the order in which acts lock them, so that neither waits for the other.
LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "Post" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "Comment" IN ACCESS EXCLUSIVE MODE;
LOCK TABLE "Build" IN ACCESS EXCLUSIVE MODE;

-- CreateEnum
CREATE TYPE "ReportSubject" AS ENUM ('post', 'comment', 'build', 'message', 'user');
CREATE TYPE "ReportStatus" AS ENUM ('open', 'dismissed', 'acted');
CREATE TYPE "ModerationAction" AS ENUM ('dismiss', 'warn', 'hide', 'delete', 'limit', 'suspend', 'close');
CREATE TYPE "AppealStatus" AS ENUM ('open', 'upheld', 'granted');

-- CreateTable
CREATE TABLE "Report" (
    "id" TEXT NOT NULL,
    "reporterId" TEXT NOT NULL,
    "subjectType" "ReportSubject" NOT NULL,
    "subjectId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "snapshot" JSONB NOT NULL,
    "status" "ReportStatus" NOT NULL DEFAULT 'open',
    "decisionId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Report_open" ON "Report"("reporterId", "subjectType", "subjectId") WHERE (status = 'open'::"ReportStatus");
CREATE INDEX "Report_queue" ON "Report"("status" DESC, "createdAt" DESC, "id" DESC);
CREATE INDEX "Report_accountId_createdAt_id_idx" ON "Report"("accountId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Report_reporterId_createdAt_id_idx" ON "Report"("reporterId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Report_subjectType_subjectId_idx" ON "Report"("subjectType", "subjectId");
CREATE INDEX "Report_decisionId_idx" ON "Report"("decisionId") WHERE ("decisionId" IS NOT NULL);

CREATE TABLE "ReportedMedia" (
    "reportId" TEXT NOT NULL,
    "mediaId" TEXT NOT NULL,

    CONSTRAINT "ReportedMedia_pkey" PRIMARY KEY ("reportId","mediaId")
);
CREATE INDEX "ReportedMedia_mediaId_idx" ON "ReportedMedia"("mediaId");

CREATE TABLE "Decision" (
    "id" TEXT NOT NULL,
    "moderatorId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "subjectType" "ReportSubject" NOT NULL,
    "subjectId" TEXT NOT NULL,
    "action" "ModerationAction" NOT NULL,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "liftedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Decision_accountId_createdAt_id_idx" ON "Decision"("accountId", "createdAt" DESC, "id" DESC);
CREATE INDEX "Decision_moderatorId_idx" ON "Decision"("moderatorId");
CREATE INDEX "Decision_subjectType_subjectId_idx" ON "Decision"("subjectType", "subjectId");

CREATE TABLE "Appeal" (
    "decisionId" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "status" "AppealStatus" NOT NULL DEFAULT 'open',
    "decidedById" TEXT,
    "answer" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Appeal_pkey" PRIMARY KEY ("decisionId")
);
CREATE INDEX "Appeal_queue" ON "Appeal"("status" DESC, "createdAt" DESC, "decisionId" DESC);
CREATE INDEX "Appeal_decidedById_idx" ON "Appeal"("decidedById");

CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actorId" TEXT,
    "accountId" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "requestId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "AuditEntry_createdAt_id_idx" ON "AuditEntry"("createdAt" DESC, "id" DESC);
CREATE INDEX "AuditEntry_accountId_createdAt_id_idx" ON "AuditEntry"("accountId", "createdAt" DESC, "id" DESC);

CREATE TABLE "SiteSetting" (
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updatedById" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SiteSetting_pkey" PRIMARY KEY ("name")
);

ALTER TABLE "Report" ADD CONSTRAINT "Report_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "Decision"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ReportedMedia" ADD CONSTRAINT "ReportedMedia_reportId_fkey" FOREIGN KEY ("reportId") REFERENCES "Report"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_moderatorId_fkey" FOREIGN KEY ("moderatorId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "Decision"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The audit log only grows, whoever asks.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed or deleted' USING ERRCODE = 'restrict_violation';
END;
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON "AuditEntry"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- What a decision does to what people wrote. A narrowed post keeps the audience that its author chose.
ALTER TABLE "Post" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3), ADD COLUMN "chosenAudience" "Audience";
ALTER TABLE "Comment" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);
ALTER TABLE "Build" ADD COLUMN "hiddenAt" TIMESTAMPTZ(3);
ALTER TABLE "User" ADD COLUMN "suspendedUntil" TIMESTAMPTZ(3), ADD COLUMN "limitedAt" TIMESTAMPTZ(3);
CREATE INDEX "User_suspendedUntil_idx" ON "User"("suspendedUntil") WHERE ("suspendedUntil" IS NOT NULL);
