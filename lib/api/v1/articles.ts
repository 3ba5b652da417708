import { getBlogPost, listBlog, getNewsArticle, listNews } from "@/lib/domain/writing/articles/queries";
import {
  editPost,
  publishPost,
  removePost,
  editArticle,
  removeArticle,
  writeArticle,
} from "@/lib/domain/writing/articles/commands";
import {
  articleAddress,
  blogDraft,
  blogItem,
  blogPost,
  newsArticle,
  newsDraft,
  newsItem,
  newsQuery,
} from "@/lib/domain/writing/articles/schema";
import { apiOperation } from "@/lib/http/operation";

const reading = { replica: true, scope: "read:content" } as const;
const editing = { staff: "editor", writes: "articles", scope: "write:content" } as const;

/** docs/contract.md#content-feed-and-leaderboards */
export const blog = {
  list: apiOperation("GET /api/v1/blog", {
    ...reading,
    summary: "List blog posts",
    description: "Newest first.",
    paginated: true,
    returns: blogItem,
    run: listBlog,
  }),
  get: apiOperation("GET /api/v1/blog/{slug}", {
    ...reading,
    summary: "Get a blog post",
    returns: blogPost,
    run: getBlogPost,
  }),
  create: apiOperation("POST /api/v1/blog", {
    ...editing,
    summary: "Publish a blog post",
    description: "For editors.",
    body: blogDraft,
    status: 201,
    returns: articleAddress,
    run: publishPost,
  }),
  update: apiOperation("PATCH /api/v1/blog/{slug}", {
    ...editing,
    summary: "Edit a blog post",
    description: "For editors. Replaces all that was written. Its address and date stay.",
    body: blogDraft,
    returns: articleAddress,
    run: editPost,
  }),
  delete: apiOperation("DELETE /api/v1/blog/{slug}", {
    ...editing,
    summary: "Remove a blog post",
    description: "For editors. This cannot be undone.",
    returns: null,
    run: removePost,
  }),
};

export const news = {
  list: apiOperation("GET /api/v1/news", {
    ...reading,
    summary: "List news articles",
    description: "Published articles, newest first. With `category`, only articles in that category.",
    paginated: true,
    query: newsQuery,
    returns: newsItem,
    run: listNews,
  }),
  get: apiOperation("GET /api/v1/news/{slug}", {
    ...reading,
    summary: "Get a news article",
    returns: newsArticle,
    run: getNewsArticle,
  }),
  create: apiOperation("POST /api/v1/news", {
    ...editing,
    summary: "Write a news article",
    description: "For editors. With `published: false` it is a draft, which the list omits.",
    body: newsDraft,
    status: 201,
    returns: articleAddress,
    run: writeArticle,
  }),
  update: apiOperation("PATCH /api/v1/news/{slug}", {
    ...editing,
    summary: "Edit a news article",
    description: "For editors. Replaces all that was written. Its address and date stay.",
    body: newsDraft,
    returns: articleAddress,
    run: editArticle,
  }),
  delete: apiOperation("DELETE /api/v1/news/{slug}", {
    ...editing,
    summary: "Remove a news article",
    description: "For editors. This cannot be undone.",
    returns: null,
    run: removeArticle,
  }),
};
