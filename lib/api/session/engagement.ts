import { engagement as api } from "@/lib/api/v1/engagement";
import { sessionRoute } from "@/lib/http/operation";

/** Likes, reposts, comments and bookmarks, as the public API has them. */
export const engagement = {
  like: sessionRoute(api.like),
  unlike: sessionRoute(api.unlike),
  repost: sessionRoute(api.repost),
  unrepost: sessionRoute(api.unrepost),
  listComments: sessionRoute(api.listComments, "optional"),
  comment: sessionRoute(api.comment),
  updateComment: sessionRoute(api.updateComment),
  deleteComment: sessionRoute(api.deleteComment),
  bookmark: sessionRoute(api.bookmark),
  unbookmark: sessionRoute(api.unbookmark),
};
