import { createPost, deletePost } from "@/lib/domain/posts/commands";
import { getPost, listOwnPosts } from "@/lib/domain/posts/queries";
import { createdPost, newPost, ownPost, post } from "@/lib/domain/posts/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#posts */
export const posts = {
  list: apiOperation("GET /api/v1/posts", {
    scope: "read:posts",
    summary: "List your posts",
    description: "All your posts, whatever their audience, newest first.",
    paginated: true,
    returns: ownPost,
    run: listOwnPosts,
  }),
  create: apiOperation("POST /api/v1/posts", {
    writes: "posts",
    scope: "write:posts",
    summary: "Create a post",
    description: "With text, up to four images, or both. Earns XP and progresses quests, like posting in the app.",
    idempotent: true,
    body: newPost,
    status: 201,
    returns: createdPost,
    example: { content: "Hello from the board", audience: "PUBLIC" },
    errors: ["invalid_media"],
    run: createPost,
  }),
  get: apiOperation("GET /api/v1/posts/{id}", {
    scope: "read:posts",
    summary: "Get a post",
    description: "Returns a public post or one of your own.",
    returns: post,
    errors: ["not_found"],
    volatile: ["views"],
    run: getPost,
  }),
  delete: apiOperation("DELETE /api/v1/posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Delete a post",
    description: "Deletes one of your own posts. This cannot be undone.",
    idempotent: true,
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: deletePost,
  }),
};
