import { me as api } from "@/lib/api/v1/me";
import { sessionRoute } from "@/lib/http/operation";

export const me = {
  get: sessionRoute(api.get),
  listNotifications: sessionRoute(api.listNotifications),
  listBookmarks: sessionRoute(api.listBookmarks),
  listFollowing: sessionRoute(api.listFollowing),
  listFollowers: sessionRoute(api.listFollowers),
};
