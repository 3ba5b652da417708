import { feed as api } from "@/lib/api/v1/feed";
import { sessionRoutes } from "@/lib/http/operation";

/** The public feed, for visitors too. */
export const feed = sessionRoutes(api, ["list"]);
