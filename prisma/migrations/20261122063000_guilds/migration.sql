-- Each account is linked to at most one account of a provider, as it has been by the way they were made.
CREATE UNIQUE INDEX "OAuthAccount_userId_provider_key" ON "OAuthAccount"("userId", "provider");

CREATE TABLE "Guild" (
  "id" TEXT NOT NULL,
  "name" TEXT,
  "isPublic" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "Guild_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "GuildMember" (
  "guildId" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "provenAt" TIMESTAMPTZ(3) NOT NULL,
  "isHidden" BOOLEAN NOT NULL DEFAULT false,
  "isOnProfile" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "GuildMember_pkey" PRIMARY KEY ("guildId", "userId"),
  CONSTRAINT "GuildMember_guildId_fkey" FOREIGN KEY ("guildId") REFERENCES "Guild"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "GuildMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "GuildMember_userId_idx" ON "GuildMember"("userId");

CREATE TABLE "DiscordGrant" (
  "userId" TEXT NOT NULL,
  "refreshToken" TEXT NOT NULL,
  "recheckAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "DiscordGrant_pkey" PRIMARY KEY ("userId"),
  CONSTRAINT "DiscordGrant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "DiscordGrant_recheckAt_idx" ON "DiscordGrant"("recheckAt");

CREATE TABLE "DiscordInteraction" (
  "id" TEXT NOT NULL,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "DiscordInteraction_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "DiscordInteraction_receivedAt_idx" ON "DiscordInteraction"("receivedAt");
