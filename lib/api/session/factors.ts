import { proveIdentity } from "@/lib/domain/accounts/factors/commands";
import { getFactorSettings } from "@/lib/domain/accounts/factors/queries";
import { renewRecoveryCodes } from "@/lib/domain/accounts/factors/recovery-codes";
import {
  factorSettings,
  newTotp,
  proof,
  recoveryCodeList,
  totpConfirmation,
  totpSetup,
  newPasskey,
  passkeyChallenge,
} from "@/lib/domain/accounts/factors/schema";
import { beginTotp, confirmTotp, removeTotp } from "@/lib/domain/accounts/factors/totp";
import { sessionOperation } from "@/lib/http/operation";
import { addPasskey, passkeyOptions, removePasskey, signInOptions } from "@/lib/domain/accounts/factors/passkeys";

const change = { writes: "profile", stepUp: true } as const;

/** Second factors, and proofs of identity (docs/contract.md#second-factors). */
export const factors = {
  list: sessionOperation("GET /api/account/factors", { returns: factorSettings, run: getFactorSettings }),
  prove: sessionOperation("POST /api/account/proof", {
    writes: "profile",
    body: proof,
    returns: null,
    run: proveIdentity,
  }),
  beginTotp: sessionOperation("POST /api/account/totp", {
    ...change,
    body: newTotp,
    status: 201,
    returns: totpSetup,
    run: beginTotp,
  }),
  confirmTotp: sessionOperation("POST /api/account/totp/confirm", {
    ...change,
    body: totpConfirmation,
    returns: recoveryCodeList,
    run: confirmTotp,
  }),
  removeTotp: sessionOperation("DELETE /api/account/totp", { ...change, returns: null, run: removeTotp }),
  renewRecoveryCodes: sessionOperation("POST /api/account/recovery-codes", {
    ...change,
    status: 201,
    returns: recoveryCodeList,
    run: renewRecoveryCodes,
  }),
};

/** Passkeys (docs/contract.md#second-factors). Signing in with one is next-auth's, at /api/auth. */
export const passkeys = {
  options: sessionOperation("POST /api/account/passkeys/options", {
    ...change,
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await passkeyOptions(ctx)) }),
  }),
  add: sessionOperation("POST /api/account/passkeys", {
    ...change,
    body: newPasskey,
    status: 201,
    returns: recoveryCodeList,
    run: addPasskey,
  }),
  remove: sessionOperation("DELETE /api/account/passkeys/{id}", { ...change, returns: null, run: removePasskey }),
  challenge: sessionOperation("POST /api/account/passkeys/challenge", {
    writes: null,
    session: "none",
    budget: "costly",
    returns: passkeyChallenge,
    run: async (ctx) => ({ ...(await signInOptions(ctx)) }),
  }),
};
