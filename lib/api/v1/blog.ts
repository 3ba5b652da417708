import { getBlogPost, listBlog } from "@/lib/domain/articles/blog";
import { blogItem, blogPost } from "@/lib/domain/articles/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const blog = {
  list: apiOperation("GET /api/v1/blog", {
    scope: "read:content",
    summary: "List blog posts",
    description: "Newest first.",
    paginated: true,
    returns: blogItem,
    run: listBlog,
  }),
  get: apiOperation("GET /api/v1/blog/{slug}", {
    scope: "read:content",
    summary: "Get a blog post",
    returns: blogPost,
    run: getBlogPost,
  }),
};
