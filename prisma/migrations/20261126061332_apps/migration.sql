-- CreateTable
CREATE TABLE "App" (
    "id" TEXT NOT NULL,
    "ownerId" TEXT,
    "documentUrl" TEXT,
    "name" TEXT NOT NULL,
    "website" TEXT,
    "redirectUris" TEXT[],
    "secretHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "staleAt" TIMESTAMPTZ(3),

    CONSTRAINT "App_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AppGrant" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "scopes" TEXT[],
    "audience" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AppGrant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AppToken" (
    "hash" TEXT NOT NULL,
    "grantId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "seed" BYTEA,

    CONSTRAINT "AppToken_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "AuthorizationCode" (
    "hash" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "codeChallenge" TEXT NOT NULL,
    "scopes" TEXT[],
    "audience" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "grantId" TEXT,

    CONSTRAINT "AuthorizationCode_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "DeviceAuthorization" (
    "hash" TEXT NOT NULL,
    "userCode" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "scopes" TEXT[],
    "audience" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "polledAt" TIMESTAMPTZ(3),
    "intervalSeconds" INTEGER NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),
    "userId" TEXT,

    CONSTRAINT "DeviceAuthorization_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "App_documentUrl_key" ON "App"("documentUrl");

-- CreateIndex
CREATE INDEX "App_ownerId_createdAt_id_idx" ON "App"("ownerId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "App_unowned" ON "App"("createdAt") WHERE ("ownerId" IS NULL);

-- CreateIndex
CREATE INDEX "AppGrant_userId_createdAt_id_idx" ON "AppGrant"("userId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AppGrant_appId_idx" ON "AppGrant"("appId");

-- CreateIndex
CREATE INDEX "AppToken_grantId_idx" ON "AppToken"("grantId");

-- CreateIndex
CREATE INDEX "AppToken_expiresAt_idx" ON "AppToken"("expiresAt");

-- CreateIndex
CREATE INDEX "AuthorizationCode_userId_idx" ON "AuthorizationCode"("userId");

-- CreateIndex
CREATE INDEX "AuthorizationCode_appId_idx" ON "AuthorizationCode"("appId");

-- CreateIndex
CREATE INDEX "AuthorizationCode_createdAt_idx" ON "AuthorizationCode"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceAuthorization_userCode_key" ON "DeviceAuthorization"("userCode");

-- CreateIndex
CREATE INDEX "DeviceAuthorization_userId_idx" ON "DeviceAuthorization"("userId");

-- CreateIndex
CREATE INDEX "DeviceAuthorization_appId_idx" ON "DeviceAuthorization"("appId");

-- CreateIndex
CREATE INDEX "DeviceAuthorization_expiresAt_idx" ON "DeviceAuthorization"("expiresAt");

-- AddForeignKey
ALTER TABLE "App" ADD CONSTRAINT "App_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppGrant" ADD CONSTRAINT "AppGrant_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppGrant" ADD CONSTRAINT "AppGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppToken" ADD CONSTRAINT "AppToken_grantId_fkey" FOREIGN KEY ("grantId") REFERENCES "AppGrant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationCode" ADD CONSTRAINT "AuthorizationCode_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationCode" ADD CONSTRAINT "AuthorizationCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceAuthorization" ADD CONSTRAINT "DeviceAuthorization_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceAuthorization" ADD CONSTRAINT "DeviceAuthorization_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The command line signs in with the device flow, on every deployment.
INSERT INTO "App" ("id", "name", "redirectUris", "createdAt") VALUES ('pegboard-cli', 'Pegboard command line', '{}', '2026-01-01T00:00:00Z');
