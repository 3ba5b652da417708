import { read, type VisitorContext, type Context } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { firstRows } from "@/lib/domain/kernel/page/keyset";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "./rules";
import type { Leaderboard, LeaderboardEntry, RankedPlayer } from "./schema";
import { visibleProfile } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";

/**
 * Returns a game's leaderboard. The error for an unknown game lists the valid ones
 * (docs/contract.md#content-feed-and-leaderboards).
 */
export async function getLeaderboard(
  ctx: VisitorContext,
  { game, limit }: { game: string; limit: number },
): Promise<Leaderboard> {
  if (!isGame(game)) throw unknownGame("games", GAME_KEYS);
  return { game, metric: GAMES[game].metric, data: (await listRanking(ctx, game, limit)).map(leaderboardEntryOf) };
}

export const leaderboardEntryOf = ({ rank, user, score, gamesPlayed }: RankedPlayer): LeaderboardEntry => ({
  rank,
  username: user.handle,
  score,
  gamesPlayed,
});

const isGame = (game: string): game is GameKey => Object.hasOwn(GAMES, game);

export function unknownGame(what: string, keys: readonly string[]): DomainError {
  const message = `There is no such game. The ${what} are: ${keys.join(", ")}.`;
  return new DomainError("unknown_game", message, { issues: [{ param: "game", message }] });
}

type RankedRow = PersonColumns & Omit<RankedPlayer, "user">;

const rankedColumns = sql`${personColumns("u")}, r.score::float8 AS score, r."gamesPlayed"`;

/** Lists the players from the first rank on. People who are closed, or hidden from the viewer, leave gaps. */
export async function listRanking(ctx: VisitorContext, game: GameKey, limit: number): Promise<RankedPlayer[]> {
  const rows = await read<RankedRow & { shown: boolean }>(ctx, "leaderboards.ranking")`
    SELECT * FROM (
     SELECT ${rankedColumns}, ${visibleProfile(ctx.actor?.id ?? "")} AS shown,
            row_number() OVER (ORDER BY r.score DESC, r."reachedAt", r."userId")::int AS rank
     FROM (${firstRows(
       limit,
       sql`SELECT * FROM "LeaderboardRecord" WHERE game = ${game}
           ORDER BY score DESC, "reachedAt", "userId"`,
       LEADERBOARD_LIMIT.max,
     )}) r
     JOIN "User" u ON u.id = r."userId") ranked
    WHERE shown ORDER BY rank`;
  return rows.map(presentRankedPlayer);
}

/** Finds the actor's rank, however low; null until they have played. */
export async function findOwnRank(ctx: Context, game: GameKey): Promise<RankedPlayer | null> {
  const [row] = await read<RankedRow>(ctx, "leaderboards.own")`
    SELECT ${rankedColumns}, 1 + (
           SELECT count(*) FROM "LeaderboardRecord" b
            WHERE b.game = r.game AND (b.score > r.score
                OR (b.score = r.score AND (b."reachedAt", b."userId") < (r."reachedAt", r."userId"))))::int AS rank
    FROM "LeaderboardRecord" r JOIN "User" u ON u.id = r."userId"
    WHERE r.game = ${game} AND r."userId" = ${ctx.actor.id}`;
  return row ? presentRankedPlayer(row) : null;
}

function presentRankedPlayer({ rank, score, gamesPlayed, ...person }: RankedRow): RankedPlayer {
  return { rank, user: presentPersonColumns(person), score, gamesPlayed };
}
