import { createPost, deletePost } from "@/lib/domain/posts/commands";
import { getPost, listOwnPosts } from "@/lib/domain/posts/queries";
import { createdPost, newPost, ownPost, post } from "@/lib/domain/posts/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.2 */
export const posts = {
  list: endpoint("GET /api/v1/posts", {
    scope: "read:posts",
    summary: "List your posts",
    description: "Your posts of every audience, newest first.",
    paginated: true,
    returns: ownPost,
    run: listOwnPosts,
  }),
  create: endpoint("POST /api/v1/posts", {
    writes: "posts",
    scope: "write:posts",
    summary: "Create a post",
    description: "Text, up to four images, or both. Earns XP and moves quests on, as the composer in the app does.",
    idempotent: true,
    body: newPost,
    status: 201,
    returns: createdPost,
    example: { content: "Hello from the board", audience: "PUBLIC" },
    errors: ["invalid_media"],
    run: createPost,
  }),
  get: endpoint("GET /api/v1/posts/{id}", {
    scope: "read:posts",
    summary: "Get a post",
    description: "A public post, or one of your own.",
    returns: post,
    errors: ["not_found"],
    volatile: ["views"],
    run: getPost,
  }),
  delete: endpoint("DELETE /api/v1/posts/{id}", {
    writes: "posts",
    scope: "write:posts",
    summary: "Delete a post",
    description: "Deletes one of your own posts, for good as far as anybody can see.",
    idempotent: true,
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: deletePost,
  }),
};
