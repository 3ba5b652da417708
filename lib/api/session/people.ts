import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/queries";
import { listedPerson } from "@/lib/domain/people/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Further pages of lists of people, each with whether the viewer follows them. */
export const people = {
  followers: sessionOperation("GET /api/people/{handle}/followers", {
    replica: true,
    summary: "List a user's followers",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowersOf,
  }),
  following: sessionOperation("GET /api/people/{handle}/following", {
    replica: true,
    summary: "List who a user follows",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowedBy,
  }),
};
