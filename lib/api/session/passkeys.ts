import { addPasskey, passkeyOptions, removePasskey, signInOptions } from "@/lib/domain/factors/passkeys";
import { newPasskey, passkeyChallenge, recoveryCodeList } from "@/lib/domain/factors/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Passkeys (docs/contract.md#second-factors). Signing in with one is next-auth's, at /api/auth. */
export const passkeys = {
  options: sessionOperation("POST /api/account/passkeys/options", {
    writes: "profile",
    stepUp: true,
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await passkeyOptions(ctx)) }),
  }),
  add: sessionOperation("POST /api/account/passkeys", {
    writes: "profile",
    stepUp: true,
    body: newPasskey,
    status: 201,
    returns: recoveryCodeList,
    run: addPasskey,
  }),
  remove: sessionOperation("DELETE /api/account/passkeys/{id}", {
    writes: "profile",
    stepUp: true,
    returns: null,
    run: removePasskey,
  }),
  challenge: sessionOperation("POST /api/account/passkeys/challenge", {
    writes: null,
    session: "none",
    budget: "costly",
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await signInOptions(ctx)) }),
  }),
};
