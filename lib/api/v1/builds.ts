import { getBuild, listBuilds } from "@/lib/domain/builds/queries";
import { build, buildItem, buildQuery } from "@/lib/domain/builds/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const builds = {
  list: apiOperation("GET /api/v1/builds", {
    scope: "read:builds",
    summary: "List builds",
    description: "Newest first. With `category`, only builds in that category.",
    paginated: true,
    query: buildQuery,
    returns: buildItem,
    volatile: ["views"],
    run: listBuilds,
  }),
  get: apiOperation("GET /api/v1/builds/{slug}", {
    scope: "read:builds",
    summary: "Get a build",
    returns: build,
    volatile: ["views"],
    run: getBuild,
  }),
};
