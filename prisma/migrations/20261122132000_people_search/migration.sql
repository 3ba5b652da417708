-- Admins search people by their mail address as well, and list the few whose role, tier or standing is not the usual one.
CREATE INDEX "User_email_search" ON "User" USING GIN (lower("email") gin_trgm_ops);
CREATE INDEX "User_by_role" ON "User"("createdAt" DESC, "id" DESC) WHERE (role <> 'MEMBER'::"Role");
CREATE INDEX "User_by_tier" ON "User"("createdAt" DESC, "id" DESC) WHERE (tier <> 'free'::"Tier");
CREATE INDEX "User_suspended" ON "User"("createdAt" DESC, "id" DESC) WHERE ("suspendedAt" IS NOT NULL);
CREATE INDEX "User_limited" ON "User"("createdAt" DESC, "id" DESC) WHERE ("limitedAt" IS NOT NULL);
