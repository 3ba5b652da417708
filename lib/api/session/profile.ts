import { getProfile } from "@/lib/domain/users/profile";
import { profile as profileSchema } from "@/lib/domain/users/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Needs no session, because balances are public (docs/contract.md#coins-plinko-and-the-shop). */
export const profile = {
  get: sessionOperation("GET /api/profile/{id}", { session: "optional", returns: profileSchema, run: getProfile }),
};
