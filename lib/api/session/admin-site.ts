import { changeBranding, getBranding, prepareLogo, removeLogo, setLogo } from "@/lib/domain/branding/commands";
import { branding, brandingChange } from "@/lib/domain/branding/schema";
import { MAX_IMAGE_BYTES } from "@/lib/domain/media/rules";
import { writePolicy } from "@/lib/domain/policies/commands";
import { policyChange, policyDraft } from "@/lib/domain/policies/schema";
import { sessionOperation } from "@/lib/http/operation";

/** The site's name, logo and policies, for admins. */
export const adminSite = {
  get: sessionOperation("GET /api/admin/site", { staff: "admin", returns: branding, run: getBranding }),
  change: sessionOperation("PATCH /api/admin/site", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: brandingChange,
    returns: branding,
    run: changeBranding,
  }),
  setLogo: sessionOperation("POST /api/admin/site/logo", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    budget: "images",
    budgetPer: "user",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "a PNG, JPEG, WebP or GIF file" },
    returns: branding,
    prepare: prepareLogo,
    run: setLogo,
  }),
  removeLogo: sessionOperation("DELETE /api/admin/site/logo", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    returns: branding,
    run: removeLogo,
  }),
  writePolicy: sessionOperation("PUT /api/admin/site/policies/{slug}", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: policyChange,
    returns: policyDraft,
    run: writePolicy,
  }),
};
