import {
  bookmarkPost,
  likePost,
  repostPost,
  unbookmarkPost,
  unlikePost,
  unrepostPost,
} from "@/lib/domain/writing/engagement/commands";
import { listLikers, listReposters } from "@/lib/domain/writing/engagement/people";
import { person } from "@/lib/domain/accounts/users/schema";
import { addComment, editComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { bookmarkState, likeState, repostState } from "@/lib/domain/writing/engagement/schema";
import { comment, commentChanges, newComment, threadQuery } from "@/lib/domain/writing/comments/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#engagement */
export const engagement = {
  like: apiOperation("POST /api/v1/posts/{id}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Like a post",
    description: "Liking a post twice has no further effect.",
    returns: likeState,
    run: likePost,
  }),
  unlike: apiOperation("DELETE /api/v1/posts/{id}/like", {
    writes: "marks",
    scope: "write:likes",
    summary: "Unlike a post",
    description: "Removes your like, if there is one.",
    returns: likeState,
    run: unlikePost,
  }),
  repost: apiOperation("POST /api/v1/posts/{id}/repost", {
    writes: "marks",
    scope: "write:reposts",
    summary: "Repost a post",
    description: "Reposting a post twice has no further effect.",
    returns: repostState,
    run: repostPost,
  }),
  unrepost: apiOperation("DELETE /api/v1/posts/{id}/repost", {
    writes: "marks",
    scope: "write:reposts",
    summary: "Remove a repost",
    description: "Removes your repost, if there is one.",
    returns: repostState,
    run: unrepostPost,
  }),
  listLikers: apiOperation("GET /api/v1/posts/{id}/likes", {
    replica: true,
    scope: "read:likes",
    summary: "List who likes a post",
    description: "Most recent first, for everybody who can get the post.",
    paginated: true,
    returns: person,
    run: listLikers,
  }),
  listReposters: apiOperation("GET /api/v1/posts/{id}/reposts", {
    replica: true,
    scope: "read:reposts",
    summary: "List who reposted a post",
    description: "Most recent first, for everybody who can get the post.",
    paginated: true,
    returns: person,
    run: listReposters,
  }),
  listComments: apiOperation("GET /api/v1/posts/{id}/comments", {
    replica: true,
    scope: "read:feed",
    summary: "List a post's comments",
    description:
      "Returns top-level comments, newest first. With `parent_id`, returns the replies to that comment instead.",
    paginated: true,
    query: threadQuery,
    returns: comment,
    run: listComments,
  }),
  comment: apiOperation("POST /api/v1/posts/{id}/comments", {
    writes: "comments",
    scope: "write:comments",
    summary: "Comment on a post",
    description: "Set `parent_id` to reply to one of the post's comments.",
    body: newComment,
    status: 201,
    returns: comment,
    example: { content: "Well said." },
    run: addComment,
  }),
  updateComment: apiOperation("PATCH /api/v1/comments/{id}", {
    writes: "comments",
    scope: "write:comments",
    summary: "Edit a comment",
    description: "Changes the text of one of your own comments. An edit that changes nothing causes no event.",
    body: commentChanges,
    returns: comment,
    example: { content: "Well said indeed." },
    run: editComment,
  }),
  deleteComment: apiOperation("DELETE /api/v1/comments/{id}", {
    writes: "comments",
    scope: "write:comments",
    summary: "Delete a comment",
    description:
      "Deletes one of your own comments, or any comment on one of your posts. With replies below it, it keeps its place, without author and text; otherwise it disappears. This cannot be undone.",
    returns: null,
    run: deleteComment,
  }),
  bookmark: apiOperation("POST /api/v1/posts/{id}/bookmark", {
    writes: "marks",
    scope: "write:bookmarks",
    summary: "Bookmark a post",
    description: "Bookmarks are private. Bookmarking a post twice has no further effect.",
    returns: bookmarkState,
    run: bookmarkPost,
  }),
  unbookmark: apiOperation("DELETE /api/v1/posts/{id}/bookmark", {
    writes: "marks",
    scope: "write:bookmarks",
    summary: "Remove a bookmark",
    returns: bookmarkState,
    run: unbookmarkPost,
  }),
};
