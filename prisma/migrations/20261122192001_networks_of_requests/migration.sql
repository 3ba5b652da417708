ALTER TABLE "SignUpRequest" ADD COLUMN "network" TEXT;
CREATE INDEX "SignUpRequest_network_idx" ON "SignUpRequest"("network");
