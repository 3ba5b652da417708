import { signUpLimits, signUpSettings } from "@/lib/domain/site/schema";
import { changeSignUpLimits, getSignUpLimits } from "@/lib/domain/site/sign-up-limits";
import { changeSignUpSettings, getSignUpSettings } from "@/lib/domain/site/sign-up-settings";
import { sessionOperation } from "@/lib/http/operation";

/** Settings of the whole site, for admins. */
export const site = {
  signUpLimits: sessionOperation("GET /api/moderation/sign-up-limits", {
    staff: "admin",
    summary: "Where accounts cannot be made from",
    returns: signUpLimits,
    errors: ["forbidden"],
    run: getSignUpLimits,
  }),
  changeSignUpLimits: sessionOperation("PUT /api/moderation/sign-up-limits", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Choose where accounts cannot be made from",
    body: signUpLimits,
    returns: signUpLimits,
    errors: ["forbidden"],
    run: changeSignUpLimits,
  }),
  signUpSettings: sessionOperation("GET /api/admin/sign-up-settings", {
    staff: "admin",
    summary: "How accounts are made",
    returns: signUpSettings,
    errors: ["forbidden"],
    run: getSignUpSettings,
  }),
  changeSignUpSettings: sessionOperation("PUT /api/admin/sign-up-settings", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Choose how accounts are made",
    body: signUpSettings,
    returns: signUpSettings,
    errors: ["forbidden"],
    run: changeSignUpSettings,
  }),
};
