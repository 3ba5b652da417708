import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/queries";
import { listedPerson } from "@/lib/domain/people/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Further pages of lists of people, each with whether the viewer follows them. */
export const people = {
  followers: sessionOperation("GET /api/people/{handle}/followers", {
    summary: "See who follows somebody",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowersOf,
  }),
  following: sessionOperation("GET /api/people/{handle}/following", {
    summary: "See whom somebody follows",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowedBy,
  }),
};
