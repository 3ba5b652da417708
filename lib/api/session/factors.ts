import { proveIdentity } from "@/lib/domain/factors/commands";
import { getFactorSettings } from "@/lib/domain/factors/queries";
import { renewRecoveryCodes } from "@/lib/domain/factors/recovery-codes";
import {
  factorSettings,
  newTotp,
  proof,
  recoveryCodeList,
  totpConfirmation,
  totpSetup,
} from "@/lib/domain/factors/schema";
import { beginTotp, confirmTotp, removeTotp } from "@/lib/domain/factors/totp";
import { sessionOperation } from "@/lib/http/operation";

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
    writes: "profile",
    stepUp: true,
    body: newTotp,
    status: 201,
    returns: totpSetup,
    run: beginTotp,
  }),
  confirmTotp: sessionOperation("POST /api/account/totp/confirm", {
    writes: "profile",
    stepUp: true,
    body: totpConfirmation,
    returns: recoveryCodeList,
    run: confirmTotp,
  }),
  removeTotp: sessionOperation("DELETE /api/account/totp", {
    writes: "profile",
    stepUp: true,
    returns: null,
    run: removeTotp,
  }),
  renewRecoveryCodes: sessionOperation("POST /api/account/recovery-codes", {
    writes: "profile",
    stepUp: true,
    status: 201,
    returns: recoveryCodeList,
    run: renewRecoveryCodes,
  }),
};
