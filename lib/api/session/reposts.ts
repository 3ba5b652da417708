import { repostPost, unrepostPost } from "@/lib/domain/engagement/commands";
import { repostState } from "@/lib/domain/engagement/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Reposts, which the public API does not offer. */
export const reposts = {
  add: sessionOperation("POST /api/posts/{id}/repost", {
    writes: "marks",
    summary: "Repost a post",
    returns: repostState,
    run: repostPost,
  }),
  remove: sessionOperation("DELETE /api/posts/{id}/repost", {
    writes: "marks",
    summary: "Remove a repost",
    returns: repostState,
    run: unrepostPost,
  }),
};
