import { getBlogPost, listBlog } from "@/lib/domain/articles/blog";
import { blogItem, blogPost } from "@/lib/domain/articles/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.6 */
export const blog = {
  list: endpoint("GET /api/v1/blog", {
    scope: "read:content",
    summary: "List blog posts",
    description: "Newest first.",
    paginated: true,
    returns: blogItem,
    run: listBlog,
  }),
  get: endpoint("GET /api/v1/blog/{slug}", {
    scope: "read:content",
    summary: "Get a blog post",
    returns: blogPost,
    run: getBlogPost,
  }),
};
