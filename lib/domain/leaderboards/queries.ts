import { read, type VisitorContext, type Context } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { firstRows } from "@/lib/domain/page/keyset";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "./rules";
import type { Leaderboard, LeaderboardEntry, Standing } from "./schema";
import { visibleProfile } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/database/sql";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";

/** The error for an unknown game lists the valid ones (docs/contract.md#content-feed-and-leaderboards). */
export async function getLeaderboard(
  ctx: VisitorContext,
  { game, limit }: { game: string; limit: number },
): Promise<Leaderboard> {
  if (!isGame(game)) throw unknownGame("games", GAME_KEYS);
  return { game, metric: GAMES[game].metric, data: (await listStandings(ctx, game, limit)).map(leaderboardEntryOf) };
}

export const leaderboardEntryOf = ({ rank, user, score, gamesPlayed }: Standing): LeaderboardEntry => ({
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

type StandingRow = PersonColumns & Omit<Standing, "user">;

const standingColumns = sql`${personColumns("u")}, r.score::float8 AS score, r."gamesPlayed"`;

/** From the first rank on. People who are closed, or hidden from the viewer, leave gaps. */
export async function listStandings(ctx: VisitorContext, game: GameKey, limit: number): Promise<Standing[]> {
  const rows = await read<StandingRow & { shown: boolean }>(ctx, "leaderboards.standings")`
    SELECT * FROM (
     SELECT ${standingColumns}, ${visibleProfile(ctx.actor?.id ?? "")} AS shown,
            row_number() OVER (ORDER BY r.score DESC, r."reachedAt", r."userId")::int AS rank
     FROM (${firstRows(
       limit,
       sql`SELECT * FROM "LeaderboardRecord" WHERE game = ${game}
           ORDER BY score DESC, "reachedAt", "userId"`,
       LEADERBOARD_LIMIT.max,
     )}) r
     JOIN "User" u ON u.id = r."userId") standing
    WHERE shown ORDER BY rank`;
  return rows.map(presentStanding);
}

/** However low; null until they have played. */
export async function findOwnStanding(ctx: Context, game: GameKey): Promise<Standing | null> {
  const [row] = await read<StandingRow>(ctx, "leaderboards.own")`
    SELECT ${standingColumns}, 1 + (
           SELECT count(*) FROM "LeaderboardRecord" b
            WHERE b.game = r.game AND (b.score > r.score
                OR (b.score = r.score AND (b."reachedAt", b."userId") < (r."reachedAt", r."userId"))))::int AS rank
    FROM "LeaderboardRecord" r JOIN "User" u ON u.id = r."userId"
    WHERE r.game = ${game} AND r."userId" = ${ctx.actor.id}`;
  return row ? presentStanding(row) : null;
}

function presentStanding({ rank, score, gamesPlayed, ...person }: StandingRow): Standing {
  return { rank, user: presentPersonColumns(person), score, gamesPlayed };
}
