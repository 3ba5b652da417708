import { read, type VisitorContext } from "@/lib/domain/context";
import { recordRating } from "@/lib/domain/leaderboards/commands";
import { isProvisional, NEW_RATING, periodsBetween, type Rating, type RatedGame, updateRating } from "./rating";
import { DUEL, type DuelResult, type DuelRole, MAX_RATED_PER_PAIR, RATED_WINDOW_MS, ROLES } from "./rules";

export interface Standing extends Rating {
  wins: number;
  losses: number;
  draws: number;
  /** When the last rated duel was settled. */
  ratedAt: Date | null;
}

export const NEW_STANDING: Standing = { ...NEW_RATING, wins: 0, losses: 0, draws: 0, ratedAt: null };

export type RatingChanges = Record<DuelRole, { before: Standing; after: Standing }>;

/** Returns both standings after a result, computed from those before the duel. */
export function rateResult(before: Record<DuelRole, Standing>, result: DuelResult, at: Date): RatingChanges {
  const change = (role: DuelRole, other: DuelRole) => ({
    before: before[role],
    after: afterGame(before[role], { opponent: before[other], score: scoreFor(role, result) }, at),
  });
  return { challenger: change("challenger", "opponent"), opponent: change("opponent", "challenger") };
}

/** Returns the first moment from `now` on that is later than both players' last rated duels. */
function momentAfter({ challenger, opponent }: Record<DuelRole, Standing>, now: Date): Date {
  const last = Math.max(challenger.ratedAt?.getTime() ?? 0, opponent.ratedAt?.getTime() ?? 0);
  return new Date(Math.max(now.getTime(), last + 1));
}

function afterGame(standing: Standing, game: RatedGame, at: Date): Standing {
  return {
    ...updateRating(standing, [game], periodsBetween(standing.ratedAt, at)),
    wins: standing.wins + Number(game.score === 1),
    losses: standing.losses + Number(game.score === 0),
    draws: standing.draws + Number(game.score === 0.5),
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
  duel: { pair: string; challengerId: string; opponentId: string },
  result: DuelResult,
): Promise<{ at: Date; changes: RatingChanges | null }> {
  const standings = await lockStandings(tx, duel);
  const at = momentAfter(standings, tx.now);
  const since = new Date(at.getTime() - RATED_WINDOW_MS);
  const rated = await tx.db.duel.count({ where: { pair: duel.pair, rated: true, closedAt: { gt: since } } });
  if (rated >= MAX_RATED_PER_PAIR) return { at, changes: null };
  const changes = rateResult(standings, result, at);
  for (const role of ROLES) await storeStanding(tx, duel[`${role}Id`], changes[role].after, at);
  return { at, changes };
}

/** Locks both standings, in the order of the players' ids. */
async function lockStandings(
  tx: VisitorContext,
  { challengerId, opponentId }: { challengerId: string; opponentId: string },
): Promise<Record<DuelRole, Standing>> {
  const ids = [challengerId, opponentId].sort();
  await tx.db.playerRating.createMany({
    data: ids.map((userId) => ({ game: DUEL, userId, ...NEW_STANDING })),
    skipDuplicates: true,
  });
  const rows = await read<Standing & { userId: string }>(tx, "duels.lockStandings")`
    SELECT "userId", rating, deviation, volatility, wins, losses, draws, "ratedAt" FROM "PlayerRating"
    WHERE game = ${DUEL} AND "userId" = ANY (${ids}::text[]) ORDER BY "userId" FOR UPDATE`;
  const standingOf = (id: string) => {
    const { userId: _userId, ...standing } = rows.find((row) => row.userId === id)!;
    return standing;
  };
  return { challenger: standingOf(challengerId), opponent: standingOf(opponentId) };
}

async function storeStanding(tx: VisitorContext, userId: string, standing: Standing, at: Date): Promise<void> {
  await tx.db.playerRating.update({ where: { game_userId: { game: DUEL, userId } }, data: standing });
  await recordRating(tx, {
    game: DUEL,
    userId,
    rating: isProvisional(standing) ? null : standing.rating,
    gamesPlayed: standing.wins + standing.losses + standing.draws,
    at,
  });
}
