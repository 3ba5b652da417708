import { builds as api } from "@/lib/api/v1/builds";
import { listCatalogue } from "@/lib/domain/builds/catalogue";
import { catalogueBuild, catalogueQuery, purchase, soldBuild } from "@/lib/domain/builds/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";
import { buyBuild } from "@/lib/domain/builds/commands";

/** The marketplace. Only people can buy; API keys cannot. */
export const builds = {
  list: sessionRoute(api.list, "optional"),
  get: sessionRoute(api.get, "optional"),
  catalogue: sessionOperation("GET /api/catalogue", {
    replica: true,
    session: "optional",
    paginated: true,
    query: catalogueQuery,
    returns: catalogueBuild,
    run: listCatalogue,
  }),
  publish: sessionRoute(api.create),
  edit: sessionRoute(api.update),
  remove: sessionRoute(api.delete),
  like: sessionRoute(api.like),
  unlike: sessionRoute(api.unlike),
  comments: sessionRoute(api.listComments, "optional"),
  comment: sessionRoute(api.comment),
  buy: sessionOperation("POST /api/builds/{slug}/buy", {
    writes: "coins",
    body: purchase,
    returns: soldBuild,
    run: buyBuild,
  }),
};
