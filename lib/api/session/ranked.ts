import { answerChallenge, challengeUser } from "@/lib/domain/duels/commands";
import { getDuel, getRanked, getRankedLeaderboard } from "@/lib/domain/duels/queries";
import {
  challenge,
  challengeAction,
  challenged,
  challengeState,
  duel,
  rankedLeaderboard,
  rankedOverview,
} from "@/lib/domain/duels/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Duels: challenges, hidden picks and ratings (docs/contract.md#duels). */
export const ranked = {
  overview: sessionOperation("GET /api/ranked", {
    session: "optional",
    summary: "List the ranked games, and your ratings and duels",
    returns: rankedOverview,
    run: getRanked,
  }),
  challenge: sessionOperation("POST /api/ranked", {
    writes: "duelChallenges",
    idempotent: true,
    summary: "Challenge somebody to a duel",
    body: challenge,
    status: 201,
    returns: challenged,
    errors: ["not_found", "conflict"],
    run: challengeUser,
  }),
  get: sessionOperation("GET /api/ranked/challenge/{id}", {
    session: "optional",
    summary: "Get a duel",
    returns: duel,
    errors: ["not_found"],
    run: getDuel,
  }),
  answer: sessionOperation("POST /api/ranked/challenge/{id}", {
    writes: "duelActions",
    idempotent: true,
    summary: "Accept, decline, cancel or play a challenge",
    body: challengeAction,
    returns: challengeState,
    errors: ["not_found", "forbidden", "conflict"],
    run: answerChallenge,
  }),
  leaderboard: sessionOperation("GET /api/ranked/{game}/leaderboard", {
    session: "optional",
    summary: "Get the leaderboard of a ranked game",
    returns: rankedLeaderboard,
    errors: ["unknown_game"],
    run: getRankedLeaderboard,
  }),
};
