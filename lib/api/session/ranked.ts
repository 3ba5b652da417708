import { ranked as api } from "@/lib/api/v1/ranked";
import { answerChallenge, challengeUser } from "@/lib/domain/duels/commands";
import { challenge, challengeAction, challenged, challengeState } from "@/lib/domain/duels/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** Duels: challenges, hidden picks and ratings (docs/contract.md#duels). */
export const ranked = {
  overview: sessionRoute(api.overview, "optional"),
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
  get: sessionRoute(api.get, "optional"),
  answer: sessionOperation("POST /api/ranked/challenge/{id}", {
    writes: "duelActions",
    idempotent: true,
    summary: "Accept, decline, cancel or play a challenge",
    body: challengeAction,
    returns: challengeState,
    errors: ["not_found", "forbidden", "conflict"],
    run: answerChallenge,
  }),
  leaderboard: sessionRoute(api.leaderboard, "optional"),
};
