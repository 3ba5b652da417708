import { builds as api } from "@/lib/api/v1/builds";
import { listCatalogue } from "@/lib/domain/writing/builds/queries";
import { catalogueBuild, catalogueQuery, purchase, soldBuild } from "@/lib/domain/writing/builds/schema";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";
import { buyBuild } from "@/lib/domain/writing/builds/commands";

/** Pages get the categories from the server. */
const { listCategories: _, ...called } = api;

/** Only people can buy; API keys cannot. */
export const builds = {
  ...sessionRoutes(called, ["list", "get", "listComments"]),
  catalogue: sessionOperation("GET /api/catalogue", {
    replica: true,
    session: "optional",
    paginated: true,
    query: catalogueQuery,
    returns: catalogueBuild,
    run: listCatalogue,
  }),
  buy: sessionOperation("POST /api/builds/{slug}/buy", {
    writes: "coins",
    body: purchase,
    returns: soldBuild,
    run: buyBuild,
  }),
};
