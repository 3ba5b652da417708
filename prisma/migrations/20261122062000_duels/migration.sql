ALTER TYPE "NotificationType" ADD VALUE 'DUEL_CHALLENGED' BEFORE 'SYSTEM';
ALTER TYPE "NotificationType" ADD VALUE 'DUEL_FINISHED' BEFORE 'SYSTEM';

CREATE TYPE "DuelStatus" AS ENUM ('pending', 'accepted', 'finished', 'declined', 'cancelled', 'expired');
CREATE TYPE "DuelRole" AS ENUM ('challenger', 'opponent');
CREATE TYPE "DuelResult" AS ENUM ('challenger', 'opponent', 'draw');

CREATE TABLE "Duel" (
  "id" TEXT NOT NULL,
  "challengerId" TEXT NOT NULL,
  "opponentId" TEXT NOT NULL,
  "pair" TEXT NOT NULL,
  "status" "DuelStatus" NOT NULL DEFAULT 'pending',
  "serverSeed" TEXT NOT NULL,
  "serverSeedHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "closedAt" TIMESTAMPTZ(3),
  "result" "DuelResult",
  "rated" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "Duel_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Duel_challengerId_fkey" FOREIGN KEY ("challengerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Duel_opponentId_fkey" FOREIGN KEY ("opponentId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Duel_open" ON "Duel"("pair") WHERE ("closedAt" IS NULL);
CREATE INDEX "Duel_incoming" ON "Duel"("opponentId", "createdAt" DESC, "id" DESC) WHERE ("closedAt" IS NULL);
CREATE INDEX "Duel_outgoing" ON "Duel"("challengerId", "createdAt" DESC, "id" DESC) WHERE ("closedAt" IS NULL);
CREATE INDEX "Duel_due" ON "Duel"("expiresAt") WHERE ("closedAt" IS NULL);
CREATE INDEX "Duel_finished_challenger" ON "Duel"("challengerId", "closedAt" DESC, "id" DESC) WHERE (result IS NOT NULL);
CREATE INDEX "Duel_finished_opponent" ON "Duel"("opponentId", "closedAt" DESC, "id" DESC) WHERE (result IS NOT NULL);
CREATE INDEX "Duel_rated" ON "Duel"("pair", "closedAt" DESC) WHERE (rated);

CREATE TABLE "DuelSide" (
  "duelId" TEXT NOT NULL,
  "role" "DuelRole" NOT NULL,
  "clientSeed" TEXT,
  "bins" INTEGER[],
  "stakes" INTEGER[],
  "playedAt" TIMESTAMPTZ(3),
  "score" INTEGER,
  "ratingBefore" DOUBLE PRECISION,
  "ratingAfter" DOUBLE PRECISION,
  "deviationAfter" DOUBLE PRECISION,
  CONSTRAINT "DuelSide_pkey" PRIMARY KEY ("duelId", "role"),
  CONSTRAINT "DuelSide_duelId_fkey" FOREIGN KEY ("duelId") REFERENCES "Duel"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "PlayerRating" (
  "game" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "rating" DOUBLE PRECISION NOT NULL,
  "deviation" DOUBLE PRECISION NOT NULL,
  "volatility" DOUBLE PRECISION NOT NULL,
  "wins" INTEGER NOT NULL DEFAULT 0,
  "losses" INTEGER NOT NULL DEFAULT 0,
  "draws" INTEGER NOT NULL DEFAULT 0,
  "ratedAt" TIMESTAMPTZ(3),
  CONSTRAINT "PlayerRating_pkey" PRIMARY KEY ("game", "userId"),
  CONSTRAINT "PlayerRating_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "PlayerRating_userId_idx" ON "PlayerRating"("userId");
