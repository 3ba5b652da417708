import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { firstRows } from "@/lib/domain/page";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { type GameKey, LEADERBOARD_LIMIT } from "./rules";
import type { Standing } from "./schema";

type StandingRow = PersonColumns & Omit<Standing, "user">;

const standingColumns = `${personColumns("u")}, r.score::float8 AS score, r."gamesPlayed"`;

/** The best of a game, from the first on. */
export async function listStandings(ctx: VisitorContext, game: GameKey, limit: number): Promise<Standing[]> {
  const rows = await read<StandingRow>(
    ctx,
    "leaderboards.standings",
    `SELECT ${standingColumns}, row_number() OVER (ORDER BY r.score DESC, r."reachedAt", r."userId")::int AS rank
       FROM (${firstRows("$2", `SELECT * FROM "LeaderboardRecord" WHERE game = $1 ORDER BY score DESC, "reachedAt", "userId"`, LEADERBOARD_LIMIT.max)}) r
       JOIN "User" u ON u.id = r."userId" ORDER BY rank`,
    [game, limit],
  );
  return rows.map(presentStanding);
}

/** Where the caller stands, however far below; null until they have played. */
export async function findOwnStanding(ctx: Context, game: GameKey): Promise<Standing | null> {
  const [row] = await read<StandingRow>(
    ctx,
    "leaderboards.own",
    `SELECT ${standingColumns}, 1 + (
              SELECT count(*) FROM "LeaderboardRecord" b
               WHERE b.game = r.game AND (b.score > r.score OR (b.score = r.score AND (b."reachedAt", b."userId") < (r."reachedAt", r."userId"))))::int AS rank
       FROM "LeaderboardRecord" r JOIN "User" u ON u.id = r."userId" WHERE r.game = $1 AND r."userId" = $2`,
    [game, ctx.actor.id],
  );
  return row ? presentStanding(row) : null;
}

function presentStanding({ rank, score, gamesPlayed, ...person }: StandingRow): Standing {
  return { rank, user: presentPersonColumns(person), score, gamesPlayed };
}
