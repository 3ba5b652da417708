import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { recordRating } from "@/lib/domain/play/leaderboards/commands";
import { sql } from "@/lib/infra/database/sql";
import { isProvisional, NEW_RATING, periodsBetween, type Rating, type RatedGame, updateRating } from "./rating";
import {
  DUEL,
  type DuelResult,
  type DuelRole,
  MAX_RATED_PER_PAIR,
  ofBoth,
  OTHER_ROLE,
  RATED_WINDOW_MS,
  ROLES,
} from "./rules";

export interface PlayerRating extends Rating {
  wins: number;
  losses: number;
  draws: number;
  ratedAt: Date | null;
}

export const NEW_PLAYER_RATING: PlayerRating = { ...NEW_RATING, wins: 0, losses: 0, draws: 0, ratedAt: null };

type RatingChanges = Record<DuelRole, { before: PlayerRating; after: PlayerRating }>;

/** Returns both ratings after a result, computed from those before the duel. */
export function rateResult(before: Record<DuelRole, PlayerRating>, result: DuelResult, at: Date): RatingChanges {
  return ofBoth((role) => {
    const game = { opponent: before[OTHER_ROLE[role]], score: scoreFor(role, result) };
    return { before: before[role], after: afterGame(before[role], game, at) };
  });
}

/** Returns the first moment from `now` on that is later than both players' last rated duels. */
function momentAfter({ challenger, opponent }: Record<DuelRole, PlayerRating>, now: Date): Date {
  const last = Math.max(challenger.ratedAt?.getTime() ?? 0, opponent.ratedAt?.getTime() ?? 0);
  return new Date(Math.max(now.getTime(), last + 1));
}

function afterGame(player: PlayerRating, game: RatedGame, at: Date): PlayerRating {
  return {
    ...updateRating(player, [game], periodsBetween(player.ratedAt, at)),
    wins: player.wins + Number(game.score === 1),
    losses: player.losses + Number(game.score === 0),
    draws: player.draws + Number(game.score === 0.5),
    ratedAt: at,
  };
}

function scoreFor(role: DuelRole, result: DuelResult): RatedGame["score"] {
  if (result === "draw") return 0.5;
  return result === role ? 1 : 0;
}

/** Rates a result, unless the pair has reached its daily number of rated duels. Requires both accounts to be locked. */
export async function rateDuel(
  tx: VisitorContext,
  duel: Record<`${DuelRole}Id`, string> & { pair: string },
  result: DuelResult,
): Promise<{ at: Date; changes: RatingChanges | null }> {
  const ratings = await lockRatings(tx, duel);
  const at = momentAfter(ratings, tx.now);
  const since = new Date(at.getTime() - RATED_WINDOW_MS);
  const rated = await read(tx, "duels.rated")`
    SELECT 1 FROM "Duel" WHERE pair = ${duel.pair} AND rated AND "closedAt" > ${since}`;
  if (rated.length >= MAX_RATED_PER_PAIR) return { at, changes: null };
  const changes = rateResult(ratings, result, at);
  for (const role of ROLES) await storeRating(tx, duel[`${role}Id`], changes[role].after, at);
  return { at, changes };
}

const RATING = sql`rating, deviation, volatility, wins, losses, draws, "ratedAt"`;

/** Locks both ratings, in the order of the players' ids. */
async function lockRatings(
  tx: VisitorContext,
  duel: Record<`${DuelRole}Id`, string>,
): Promise<Record<DuelRole, PlayerRating>> {
  const ids = [duel.challengerId, duel.opponentId].sort();
  const [, rows] = await Promise.all([
    write(tx, "duels.addRatings")`
      INSERT INTO "PlayerRating" (game, "userId", rating, deviation, volatility)
      SELECT ${DUEL}, id, ${NEW_RATING.rating}, ${NEW_RATING.deviation}, ${NEW_RATING.volatility}
        FROM unnest(${ids}::text[]) AS id ON CONFLICT DO NOTHING`,
    read<PlayerRating & { userId: string }>(tx, "duels.lockRatings")`
      SELECT "userId", ${RATING} FROM "PlayerRating"
      WHERE game = ${DUEL} AND "userId" = ANY (${ids}::text[]) ORDER BY "userId" FOR UPDATE`,
  ]);
  return ofBoth((role) => {
    const { userId: _userId, ...player } = rows.find((row) => row.userId === duel[`${role}Id`])!;
    return player;
  });
}

async function storeRating(tx: VisitorContext, userId: string, player: PlayerRating, at: Date): Promise<void> {
  const { rating, deviation, volatility, wins, losses, draws, ratedAt } = player;
  await write(tx, "duels.storeRating")`
    UPDATE "PlayerRating"
      SET (${RATING}) = ROW(${rating}, ${deviation}, ${volatility}, ${wins}, ${losses}, ${draws}, ${ratedAt})
    WHERE game = ${DUEL} AND "userId" = ${userId}`;
  await recordRating(tx, {
    game: DUEL,
    userId,
    rating: isProvisional(player) ? null : rating,
    gamesPlayed: wins + losses + draws,
    at,
  });
}
