import { read, type VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { firstRows } from "@/lib/domain/page";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "./rules";
import type { Leaderboard } from "./schema";

/** The best of a game. Refuses a game that is not there with the list of those that are (4.6). */
export async function getLeaderboard(
  ctx: VisitorContext,
  { game, limit }: { game: string; limit: number },
): Promise<Leaderboard> {
  if (!isGame(game)) throw unknownGame();
  const rows = await read<{ username: string; score: number; gamesPlayed: number }>(
    ctx,
    "leaderboards.top",
    firstRows(
      "$2",
      `SELECT u.handle AS username, r.score::float8 AS score, r."gamesPlayed"
         FROM "LeaderboardRecord" r JOIN "User" u ON u.id = r."userId"
        WHERE r.game = $1
        ORDER BY r.score DESC, r."reachedAt", r."userId"`,
      LEADERBOARD_LIMIT.max,
    ),
    [game, limit],
  );
  return { game, metric: GAMES[game].metric, data: rows.map((row, index) => ({ rank: index + 1, ...row })) };
}

const isGame = (game: string): game is GameKey => Object.hasOwn(GAMES, game);

function unknownGame(): Refusal {
  const message = `There is no such game. The games are: ${GAME_KEYS.join(", ")}.`;
  return new Refusal("unknown_game", message, { issues: [{ param: "game", message }] });
}
