import { posts as api } from "@/lib/api/v1/posts";
import { sessionRoute } from "@/lib/http/operation";

/** Posts, as the public API has them. */
export const posts = {
  list: sessionRoute(api.list),
  create: sessionRoute(api.create),
  get: sessionRoute(api.get, "optional"),
  update: sessionRoute(api.update),
  listVersions: sessionRoute(api.listVersions, "optional"),
  delete: sessionRoute(api.delete),
};
