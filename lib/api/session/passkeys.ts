import { addPasskey, passkeyOptions, removePasskey, signInOptions } from "@/lib/domain/factors/passkeys";
import { newPasskey, passkeyChallenge, recoveryCodeList } from "@/lib/domain/factors/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Passkeys (docs/contract.md#second-factors). Signing in with one is next-auth's, at /api/auth. */
export const passkeys = {
  options: sessionOperation("POST /api/account/passkeys/options", {
    writes: "profile",
    stepUp: true,
    summary: "Get the options for creating a passkey",
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await passkeyOptions(ctx)) }),
  }),
  add: sessionOperation("POST /api/account/passkeys", {
    writes: "profile",
    stepUp: true,
    summary: "Add a passkey",
    body: newPasskey,
    status: 201,
    returns: recoveryCodeList,
    run: addPasskey,
  }),
  remove: sessionOperation("DELETE /api/account/passkeys/{id}", {
    writes: "profile",
    stepUp: true,
    summary: "Remove a passkey",
    status: 204,
    returns: null,
    run: removePasskey,
  }),
  challenge: sessionOperation("POST /api/account/passkeys/challenge", {
    writes: null,
    summary: "Get a challenge for signing in with a passkey",
    session: "none",
    budget: "costly",
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await signInOptions(ctx)) }),
  }),
};
