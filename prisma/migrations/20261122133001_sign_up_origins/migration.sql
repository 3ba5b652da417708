CREATE TABLE "SignUpOrigin" (
    "userId" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignUpOrigin_pkey" PRIMARY KEY ("userId")
);
CREATE INDEX "SignUpOrigin_network_createdAt_idx" ON "SignUpOrigin"("network", "createdAt");
CREATE INDEX "SignUpOrigin_createdAt_idx" ON "SignUpOrigin"("createdAt");
