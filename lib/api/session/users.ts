import { users as api } from "@/lib/api/v1/users";
import { sessionRoutes } from "@/lib/http/operation";

/** People, as the public API shows them. */
export const users = sessionRoutes(api, ["get", "listPosts", "listFollowers", "listFollowing"]);
