import { feed as api } from "@/lib/api/v1/feed";
import { sessionRoute } from "@/lib/http/operation";

/** The public feed, for visitors too. */
export const feed = {
  list: sessionRoute(api.list, "optional"),
};
