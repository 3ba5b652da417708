CREATE TABLE "SignUpRequest" (
    "id" TEXT NOT NULL,
    "handle" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignUpRequest_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "SignUpRequest_handle_key" ON "SignUpRequest"("handle");
CREATE UNIQUE INDEX "SignUpRequest_email_key" ON "SignUpRequest"("email");
CREATE INDEX "SignUpRequest_createdAt_idx" ON "SignUpRequest"("createdAt");
