import { register } from "@/lib/domain/users/commands";
import { registered, registration } from "@/lib/domain/users/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** Sign-up (5.2). Signing in is next-auth's, at /api/auth. */
export const signUp = appEndpoint("POST /api/register", {
  writes: null,
  summary: "Make an account",
  session: "none",
  budget: "signUp",
  body: registration,
  status: 201,
  returns: registered,
  run: register,
});
