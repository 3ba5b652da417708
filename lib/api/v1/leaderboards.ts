import { getLeaderboard } from "@/lib/domain/leaderboards/queries";
import { GAME_KEYS } from "@/lib/domain/leaderboards/rules";
import { leaderboard, leaderboardQuery } from "@/lib/domain/leaderboards/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.6 */
export const leaderboards = {
  get: endpoint("GET /api/v1/leaderboards/{game}", {
    scope: "read:leaderboards",
    summary: "Get a game's leaderboard",
    description: `The games are ${GAME_KEYS.map((key) => `\`${key}\``).join(", ")}.`,
    query: leaderboardQuery,
    returns: leaderboard,
    errors: ["unknown_game"],
    run: getLeaderboard,
  }),
};
