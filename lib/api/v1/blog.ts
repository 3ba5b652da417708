import { getBlogPost, listBlog } from "@/lib/domain/articles/queries";
import { editPost, publishPost, removePost } from "@/lib/domain/articles/commands";
import { articleAddress, blogDraft, blogItem, blogPost } from "@/lib/domain/articles/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const blog = {
  list: apiOperation("GET /api/v1/blog", {
    replica: true,
    scope: "read:content",
    summary: "List blog posts",
    description: "Newest first.",
    paginated: true,
    returns: blogItem,
    run: listBlog,
  }),
  get: apiOperation("GET /api/v1/blog/{slug}", {
    replica: true,
    scope: "read:content",
    summary: "Get a blog post",
    returns: blogPost,
    run: getBlogPost,
  }),
  create: apiOperation("POST /api/v1/blog", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Publish a blog post",
    description: "For editors.",
    body: blogDraft,
    status: 201,
    returns: articleAddress,
    run: publishPost,
  }),
  update: apiOperation("PATCH /api/v1/blog/{slug}", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Edit a blog post",
    description: "For editors. Replaces all that was written. Its address and date stay.",
    body: blogDraft,
    returns: articleAddress,
    run: editPost,
  }),
  delete: apiOperation("DELETE /api/v1/blog/{slug}", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Remove a blog post",
    description: "For editors. This cannot be undone.",
    returns: null,
    run: removePost,
  }),
};
