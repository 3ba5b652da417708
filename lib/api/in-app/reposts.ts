import { repostPost, unrepostPost } from "@/lib/domain/engagement/commands";
import { repostState } from "@/lib/domain/engagement/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** Reposts are made in the app alone. */
export const reposts = {
  add: appEndpoint("POST /api/posts/{id}/repost", {
    writes: "marks",
    summary: "Repost a post",
    returns: repostState,
    run: repostPost,
  }),
  remove: appEndpoint("DELETE /api/posts/{id}/repost", {
    writes: "marks",
    summary: "Take a repost back",
    returns: repostState,
    run: unrepostPost,
  }),
};
