import { decideSignUpRequest, listSignUpRequests, register } from "@/lib/domain/accounts/lifecycle/sign-up";
import {
  requestDecision,
  signedUp,
  signUp,
  signUpRequests as waitingPeople,
} from "@/lib/domain/accounts/lifecycle/schema";
import { getSignUpChallenge } from "@/lib/domain/accounts/sign-ups/proof-of-work";
import { signUpChallenge } from "@/lib/domain/accounts/sign-ups/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Sign-up (docs/contract.md#sign-in). next-auth serves signing in, at /api/auth. */
export const signUps = {
  register: sessionOperation("POST /api/register", {
    writes: null,
    session: "none",
    budget: "signUp",
    body: signUp,
    status: 201,
    returns: signedUp,
    run: register,
  }),
  challenge: sessionOperation("GET /api/register/challenge", {
    session: "none",
    budget: "signUpChallenges",
    returns: signUpChallenge,
    run: getSignUpChallenge,
  }),
};

/** Requests for accounts, where staff approve them. */
export const signUpRequests = {
  list: sessionOperation("GET /api/moderation/sign-up-requests", {
    staff: "moderator",
    returns: waitingPeople,
    run: listSignUpRequests,
  }),
  decide: sessionOperation("POST /api/moderation/sign-up-requests/{id}", {
    staff: "moderator",
    writes: "moderation",
    body: requestDecision,
    returns: null,
    run: decideSignUpRequest,
  }),
};
