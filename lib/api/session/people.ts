import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/queries";
import { listedPerson } from "@/lib/domain/people/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Further pages of lists of people, each with whether the viewer follows them. */
export const people = {
  followers: sessionOperation("GET /api/people/{handle}/followers", {
    replica: true,
    session: "optional",
    paginated: true,
    returns: listedPerson,
    run: listFollowersOf,
  }),
  following: sessionOperation("GET /api/people/{handle}/following", {
    replica: true,
    session: "optional",
    paginated: true,
    returns: listedPerson,
    run: listFollowedBy,
  }),
};
