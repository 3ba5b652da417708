import { signUpLimits, signUpSettings } from "@/lib/domain/site/schema";
import {
  changeSignUpLimits,
  getSignUpLimits,
  changeSignUpSettings,
  getSignUpSettings,
} from "@/lib/domain/site/sign-up";
import { sessionOperation } from "@/lib/http/operation";

/** Settings of the whole site, for admins. */
export const site = {
  signUpLimits: sessionOperation("GET /api/moderation/sign-up-limits", {
    staff: "admin",
    returns: signUpLimits,
    run: getSignUpLimits,
  }),
  changeSignUpLimits: sessionOperation("PUT /api/moderation/sign-up-limits", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: signUpLimits,
    returns: signUpLimits,
    run: changeSignUpLimits,
  }),
  signUpSettings: sessionOperation("GET /api/admin/sign-up-settings", {
    staff: "admin",
    returns: signUpSettings,
    run: getSignUpSettings,
  }),
  changeSignUpSettings: sessionOperation("PUT /api/admin/sign-up-settings", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: signUpSettings,
    returns: signUpSettings,
    run: changeSignUpSettings,
  }),
};
