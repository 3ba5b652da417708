import { getLeaderboard } from "@/lib/domain/play/leaderboards/queries";
import { GAME_KEYS } from "@/lib/domain/play/leaderboards/rules";
import { leaderboard, leaderboardQuery } from "@/lib/domain/play/leaderboards/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const leaderboards = {
  get: apiOperation("GET /api/v1/leaderboards/{game}", {
    replica: true,
    scope: "read:leaderboards",
    summary: "Get a game's leaderboard",
    description: `Games: ${GAME_KEYS.map((key) => `\`${key}\``).join(", ")}.`,
    query: leaderboardQuery,
    returns: leaderboard,
    errors: ["unknown_game"],
    run: getLeaderboard,
  }),
};
