import { ranked as api } from "@/lib/api/v1/ranked";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { challenge, challengeAction, challenged, challengeState } from "@/lib/domain/play/duels/schema";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";

/** Duels: challenges, hidden picks and ratings (docs/contract.md#duels). */
export const ranked = {
  ...sessionRoutes(api, ["overview", "get", "leaderboard"]),
  challenge: sessionOperation("POST /api/ranked", {
    writes: "duelChallenges",
    idempotent: true,
    body: challenge,
    status: 201,
    returns: challenged,
    run: challengeUser,
  }),
  answer: sessionOperation("POST /api/ranked/challenge/{id}", {
    writes: "duelActions",
    idempotent: true,
    body: challengeAction,
    returns: challengeState,
    run: answerChallenge,
  }),
};
