import { muteConversation, unmuteConversation } from "@/lib/domain/consequences/notifications/conversations";
import { muteState } from "@/lib/domain/consequences/notifications/schema";
import { pinPost, unpinPost } from "@/lib/domain/writing/posts/pinning";
import { createOrSchedulePost } from "@/lib/domain/writing/scheduled/commands";
import { newPostOrScheduled, scheduledPost } from "@/lib/domain/writing/scheduled/schema";
import { deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost, listVersions } from "@/lib/domain/writing/posts/editing";
import { getPost, listPosts } from "@/lib/domain/writing/posts/queries";
import { MAX_MEDIA, postVersion } from "@/lib/domain/writing/posts/rules";
import {
  createdPost,
  ownPost,
  pinState,
  post,
  postChanges,
  postsQuery,
  postVersionEntry,
} from "@/lib/domain/writing/posts/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#posts */
export const posts = {
  list: apiOperation("GET /api/v1/posts", {
    replica: true,
    scope: "read:posts",
    summary: "List your posts",
    description:
      "All your posts, whatever their audience, newest first. With `ids`, any posts that you can get, by id.",
    paginated: true,
    query: postsQuery,
    returns: ownPost,
    run: listPosts,
  }),
  create: apiOperation("POST /api/v1/posts", {
    writes: "posts",
    scope: "write:posts",
    summary: "Create a post",
    description: `With text, up to ${MAX_MEDIA} images, or both. Earns XP and progresses quests, like posting in the app. With \`publish_at\` it is scheduled, and the response is a 202 with the scheduled post.`,
    body: newPostOrScheduled,
    status: 201,
    returns: createdPost,
    alternative: { status: 202, returns: scheduledPost, recognizes: (result) => "publishAt" in result },
    example: { content: "Hello from the board", audience: "PUBLIC" },
    errors: ["invalid_media", "forbidden", "conflict"],
    run: createOrSchedulePost,
  }),
  get: apiOperation("GET /api/v1/posts/{id}", {
    replica: true,
    scope: "read:posts",
    summary: "Get a post",
    description: "Returns a public post or one of your own.",
    returns: post,
    volatile: ["views"],
    version: postVersion,
    run: getPost,
  }),
  update: apiOperation("PATCH /api/v1/posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Edit a post",
    description:
      "Changes the text of one of your own posts, or the alternative texts of its images, within 24 hours of posting. What it said before stays readable in its history. An edit that changes nothing leaves no version and causes no event.\n\nSend the post's `ETag` in `If-Match` to make sure that you do not undo an edit you have not seen. Likes and comments in between do not matter.",
    conditional: true,
    body: postChanges,
    returns: post,
    example: { content: "Hello from the pegboard" },
    errors: ["conflict", "precondition_failed"],
    volatile: ["views"],
    version: postVersion,
    run: editPost,
  }),
  pin: apiOperation("PUT /api/v1/posts/{id}/pin", {
    writes: "posts",
    scope: "write:pins",
    summary: "Pin a post",
    description: "Pins one of your own posts to your profile, instead of another one.",
    returns: pinState,
    run: pinPost,
  }),
  unpin: apiOperation("DELETE /api/v1/posts/{id}/pin", {
    writes: "posts",
    scope: "write:pins",
    summary: "Unpin a post",
    description: "Takes one of your own posts down from the top of your profile, if it is there.",
    returns: pinState,
    run: unpinPost,
  }),
  mute: apiOperation("PUT /api/v1/posts/{id}/mute", {
    writes: "marks",
    scope: "write:mutes",
    summary: "Mute a conversation",
    description:
      "Nothing that happens to a post and below it notifies you any more, and what you have not read is taken back.",
    returns: muteState,
    run: muteConversation,
  }),
  unmute: apiOperation("DELETE /api/v1/posts/{id}/mute", {
    writes: "marks",
    scope: "write:mutes",
    summary: "Unmute a conversation",
    returns: muteState,
    run: unmuteConversation,
  }),
  listVersions: apiOperation("GET /api/v1/posts/{id}/history", {
    replica: true,
    scope: "read:posts",
    summary: "List a post's versions",
    description:
      "What a post says and said before it was edited, newest first, for everybody who can get the post. A post that was never edited has one version.",
    paginated: true,
    returns: postVersionEntry,
    run: listVersions,
  }),
  delete: apiOperation("DELETE /api/v1/posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Delete a post",
    description: "Deletes one of your own posts. This cannot be undone.",
    returns: null,
    run: deletePost,
  }),
};
