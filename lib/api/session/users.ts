import { users as api } from "@/lib/api/v1/users";
import { sessionRoute } from "@/lib/http/operation";

/** People, as the public API shows them. */
export const users = {
  get: sessionRoute(api.get, "optional"),
  listPosts: sessionRoute(api.listPosts, "optional"),
  listFollowers: sessionRoute(api.listFollowers, "optional"),
  listFollowing: sessionRoute(api.listFollowing, "optional"),
  follow: sessionRoute(api.follow),
  unfollow: sessionRoute(api.unfollow),
};
