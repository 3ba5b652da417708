import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/queries";
import { listedPerson } from "@/lib/domain/people/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** The next pages of lists of people, each with whether the reader follows them. */
export const people = {
  followers: appEndpoint("GET /api/people/{handle}/followers", {
    summary: "See who follows somebody",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowersOf,
  }),
  following: appEndpoint("GET /api/people/{handle}/following", {
    summary: "See whom somebody follows",
    session: "optional",
    paginated: true,
    returns: listedPerson,
    errors: ["not_found"],
    run: listFollowedBy,
  }),
};
