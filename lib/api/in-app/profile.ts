import { getProfile } from "@/lib/domain/users/profile";
import { profile as profileSchema } from "@/lib/domain/users/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** 4.10. Balances are visible to all visitors (1), so no session is needed. */
export const profile = {
  get: appEndpoint("GET /api/profile/{id}", {
    summary: "Get somebody's profile",
    session: "optional",
    returns: profileSchema,
    errors: ["not_found"],
    run: getProfile,
  }),
};
