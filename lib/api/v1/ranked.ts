import { getDuel, getRanked, getRankedLeaderboard } from "@/lib/domain/play/duels/queries";
import { RANKED_GAME_KEYS } from "@/lib/domain/play/duels/rules";
import { duel, rankedLeaderboard, rankedOverview } from "@/lib/domain/play/duels/schema";
import { apiOperation } from "@/lib/http/operation";

/** Read-only (docs/contract.md#duels). */
export const ranked = {
  overview: apiOperation("GET /api/v1/ranked", {
    scope: "read:duels",
    summary: "List your ratings and duels",
    description: "The ranked games, your rating in each, the challenges that wait, and your latest finished duels.",
    returns: rankedOverview,
    run: getRanked,
  }),
  get: apiOperation("GET /api/v1/ranked/challenge/{id}", {
    scope: "read:duels",
    summary: "Get a duel",
    description: "One of your own, or anybody's that is finished. What was picked shows once it is finished.",
    returns: duel,
    run: getDuel,
  }),
  leaderboard: apiOperation("GET /api/v1/ranked/{game}/leaderboard", {
    replica: true,
    scope: "read:duels",
    summary: "Get a ranked game's leaderboard",
    description: `Games: ${RANKED_GAME_KEYS.map((key) => `\`${key}\``).join(", ")}.`,
    returns: rankedLeaderboard,
    errors: ["unknown_game"],
    run: getRankedLeaderboard,
  }),
};
