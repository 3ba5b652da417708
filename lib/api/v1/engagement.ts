import { bookmarkPost, likePost, unbookmarkPost, unlikePost } from "@/lib/domain/engagement/commands";
import { addComment } from "@/lib/domain/engagement/comments";
import { listComments } from "@/lib/domain/engagement/queries";
import { bookmarkState, comment, likeState, newComment, threadQuery } from "@/lib/domain/engagement/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.3 */
export const engagement = {
  like: endpoint("POST /api/v1/posts/{id}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Like a post",
    description: "Liking a post again changes nothing.",
    idempotent: true,
    returns: likeState,
    run: likePost,
  }),
  unlike: endpoint("DELETE /api/v1/posts/{id}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Unlike a post",
    description: "Takes your like back. Without one, nothing changes.",
    idempotent: true,
    returns: likeState,
    run: unlikePost,
  }),
  listComments: endpoint("GET /api/v1/posts/{id}/comments", {
    scope: "read:feed",
    summary: "List a post's comments",
    description: "The top-level comments, newest first; with `parent_id`, the replies to that comment.",
    paginated: true,
    query: threadQuery,
    returns: comment,
    run: listComments,
  }),
  comment: endpoint("POST /api/v1/posts/{id}/comments", {
    writes: "comments",
    scope: "write:comments",
    summary: "Comment on a post",
    description: "With `parent_id`, replies to one of the post's comments.",
    idempotent: true,
    body: newComment,
    status: 201,
    returns: comment,
    example: { content: "Well said." },
    run: addComment,
  }),
  bookmark: endpoint("POST /api/v1/posts/{id}/bookmark", {
    writes: "marks",
    scope: "write:bookmarks",
    summary: "Bookmark a post",
    description: "For you alone. Bookmarking a post again changes nothing.",
    idempotent: true,
    returns: bookmarkState,
    run: bookmarkPost,
  }),
  unbookmark: endpoint("DELETE /api/v1/posts/{id}/bookmark", {
    writes: "marks",
    scope: "write:bookmarks",
    summary: "Remove a bookmark",
    idempotent: true,
    returns: bookmarkState,
    run: unbookmarkPost,
  }),
};
