import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/directory/queries";
import { listedPerson } from "@/lib/domain/people/directory/schema";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";
import { getProfile } from "@/lib/domain/accounts/users/profile";
import { profile as profileSchema } from "@/lib/domain/accounts/users/schema";
import { users as api } from "@/lib/api/v1/users";

const listing = { replica: true, session: "optional", paginated: true, returns: listedPerson } as const;

/** Further pages of lists of people, each with whether the viewer follows them. */
export const people = {
  followers: sessionOperation("GET /api/people/{handle}/followers", { ...listing, run: listFollowersOf }),
  following: sessionOperation("GET /api/people/{handle}/following", { ...listing, run: listFollowedBy }),
};

/** Needs no session, because balances are public (docs/contract.md#coins-plinko-and-the-shop). */
export const profile = {
  get: sessionOperation("GET /api/profile/{id}", { session: "optional", returns: profileSchema, run: getProfile }),
};

export const users = sessionRoutes(api, ["get", "listPosts", "listFollowers", "listFollowing"]);
