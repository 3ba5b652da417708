import { register } from "@/lib/domain/accounts/sign-up";
import { registered, registration } from "@/lib/domain/users/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Sign-up (docs/contract.md#sign-in). next-auth serves signing in, at /api/auth. */
export const signUp = sessionOperation("POST /api/register", {
  writes: null,
  summary: "Make an account",
  session: "none",
  budget: "signUp",
  body: registration,
  status: 201,
  returns: registered,
  run: register,
});
