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
    body: challenge,
    status: 201,
    returns: challenged,
    run: challengeUser,
  }),
  get: sessionRoute(api.get, "optional"),
  answer: sessionOperation("POST /api/ranked/challenge/{id}", {
    writes: "duelActions",
    idempotent: true,
    body: challengeAction,
    returns: challengeState,
    run: answerChallenge,
  }),
  leaderboard: sessionRoute(api.leaderboard, "optional"),
};
