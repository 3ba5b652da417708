import { getProfile } from "@/lib/domain/users/profile";
import { profile as profileSchema } from "@/lib/domain/users/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Needs no session, because balances are public (docs/contract.md#coins-plinko-and-the-shop). */
export const profile = {
  get: sessionOperation("GET /api/profile/{id}", {
    summary: "Get somebody's profile",
    session: "optional",
    returns: profileSchema,
    errors: ["not_found"],
    run: getProfile,
  }),
};
