import { signUpLimits, signUpSettings } from "@/lib/domain/deployment/site/schema";
import {
  changeSignUpLimits,
  getSignUpLimits,
  changeSignUpSettings,
  getSignUpSettings,
} from "@/lib/domain/deployment/site/sign-up";
import { sessionOperation } from "@/lib/http/operation";
import { adminChange } from "./admin-change";
import { changeBranding, prepareLogo, removeLogo, setLogo } from "@/lib/domain/deployment/branding/commands";
import { branding, brandingChange } from "@/lib/domain/deployment/branding/schema";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { writePolicy } from "@/lib/domain/deployment/policies/commands";
import { policyChange, policyDraft } from "@/lib/domain/deployment/policies/schema";

export const site = {
  signUpLimits: sessionOperation("GET /api/moderation/sign-up-limits", {
    staff: "admin",
    returns: signUpLimits,
    run: getSignUpLimits,
  }),
  changeSignUpLimits: sessionOperation("PUT /api/moderation/sign-up-limits", {
    ...adminChange,
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
    ...adminChange,
    body: signUpSettings,
    returns: signUpSettings,
    run: changeSignUpSettings,
  }),
};

export const adminSite = {
  change: sessionOperation("PATCH /api/admin/site", {
    ...adminChange,
    body: brandingChange,
    returns: branding,
    run: changeBranding,
  }),
  setLogo: sessionOperation("POST /api/admin/site/logo", {
    ...adminChange,
    budget: "images",
    budgetPer: "user",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "a PNG, JPEG, WebP or GIF file" },
    returns: branding,
    prepare: prepareLogo,
    run: setLogo,
  }),
  removeLogo: sessionOperation("DELETE /api/admin/site/logo", { ...adminChange, returns: branding, run: removeLogo }),
  writePolicy: sessionOperation("PUT /api/admin/site/policies/{slug}", {
    ...adminChange,
    body: policyChange,
    returns: policyDraft,
    run: writePolicy,
  }),
};
