import { me as api } from "@/lib/api/v1/me";
import { sessionRoute } from "@/lib/http/operation";

/** The signed-in account, as its owner's keys see it. */
export const me = {
  get: sessionRoute(api.get),
  listNotifications: sessionRoute(api.listNotifications),
  listBookmarks: sessionRoute(api.listBookmarks),
  listFollowing: sessionRoute(api.listFollowing),
  listFollowers: sessionRoute(api.listFollowers),
};
