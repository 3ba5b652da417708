import { read, type VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { firstRows } from "@/lib/domain/page/keyset";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "./rules";
import type { Leaderboard } from "./schema";
import { visibleProfile } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/database/sql";

type RankedRow = { username: string; score: number; gamesPlayed: number; shown: boolean };

/**
 * Lists the best players of a game; people who are closed, or hidden from the viewer, leave gaps in the ranks. The
 * error for an unknown game lists the valid ones (docs/contract.md#content-feed-and-leaderboards).
 */
export async function getLeaderboard(
  ctx: VisitorContext,
  { game, limit }: { game: string; limit: number },
): Promise<Leaderboard> {
  if (!isGame(game)) throw unknownGame();
  const rows = await read<RankedRow>(ctx, "leaderboards.top")`${firstRows(
    limit,
    sql`SELECT u.handle AS username, r.score::float8 AS score, r."gamesPlayed",
              ${visibleProfile(ctx.actor?.id ?? "")} AS shown
         FROM "LeaderboardRecord" r JOIN "User" u ON u.id = r."userId"
        WHERE r.game = ${game}
        ORDER BY r.score DESC, r."reachedAt", r."userId"`,
    LEADERBOARD_LIMIT.max,
  )}`;
  const ranked = rows.map(({ shown, ...row }, index) => ({ shown, row: { rank: index + 1, ...row } }));
  return { game, metric: GAMES[game].metric, data: ranked.filter(({ shown }) => shown).map(({ row }) => row) };
}

const isGame = (game: string): game is GameKey => Object.hasOwn(GAMES, game);

function unknownGame(): DomainError {
  const message = `There is no such game. The games are: ${GAME_KEYS.join(", ")}.`;
  return new DomainError("unknown_game", message, { issues: [{ param: "game", message }] });
}
