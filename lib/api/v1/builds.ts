import { getBuild, listBuilds } from "@/lib/domain/builds/queries";
import { build, buildItem, buildQuery } from "@/lib/domain/builds/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.6 */
export const builds = {
  list: endpoint("GET /api/v1/builds", {
    scope: "read:builds",
    summary: "List builds",
    description: "The marketplace, newest first; with `category`, that category alone.",
    paginated: true,
    query: buildQuery,
    returns: buildItem,
    volatile: ["views"],
    run: listBuilds,
  }),
  get: endpoint("GET /api/v1/builds/{slug}", {
    scope: "read:builds",
    summary: "Get a build",
    returns: build,
    volatile: ["views"],
    run: getBuild,
  }),
};
