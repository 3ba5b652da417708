import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { firstRows } from "@/lib/domain/page/keyset";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { type GameKey, LEADERBOARD_LIMIT } from "./rules";
import type { Standing } from "./schema";
import { visibleProfile } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/database/sql";

type StandingRow = PersonColumns & Omit<Standing, "user">;

const standingColumns = sql`${personColumns("u")}, r.score::float8 AS score, r."gamesPlayed"`;

/**
 * Lists the best players of a game, from the first rank on. People who are closed, or hidden from the viewer, leave
 * gaps.
 */
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

/** Returns the caller's standing, however low; null until they have played. */
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
