import { signUpLimits, signUpSettings } from "@/lib/domain/site/schema";
import { changeSignUpLimits, getSignUpLimits } from "@/lib/domain/site/sign-up-limits";
import { changeSignUpSettings, getSignUpSettings } from "@/lib/domain/site/sign-up-settings";
import { sessionOperation } from "@/lib/http/operation";

/** Settings of the whole site, for admins. */
export const site = {
  signUpLimits: sessionOperation("GET /api/moderation/sign-up-limits", {
    staff: "admin",
    summary: "Get the networks and mail domains that cannot sign up",
    returns: signUpLimits,
    errors: ["forbidden"],
    run: getSignUpLimits,
  }),
  changeSignUpLimits: sessionOperation("PUT /api/moderation/sign-up-limits", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Change the networks and mail domains that cannot sign up",
    body: signUpLimits,
    returns: signUpLimits,
    errors: ["forbidden"],
    run: changeSignUpLimits,
  }),
  signUpSettings: sessionOperation("GET /api/admin/sign-up-settings", {
    staff: "admin",
    summary: "Get how accounts are created",
    returns: signUpSettings,
    errors: ["forbidden"],
    run: getSignUpSettings,
  }),
  changeSignUpSettings: sessionOperation("PUT /api/admin/sign-up-settings", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Change how accounts are created",
    body: signUpSettings,
    returns: signUpSettings,
    errors: ["forbidden"],
    run: changeSignUpSettings,
  }),
};
