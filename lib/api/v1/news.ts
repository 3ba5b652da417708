import { editArticle, removeArticle, writeArticle } from "@/lib/domain/articles/commands";
import { getNewsArticle, listNews } from "@/lib/domain/articles/queries";
import { articleAddress, newsArticle, newsDraft, newsItem, newsQuery } from "@/lib/domain/articles/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const news = {
  list: apiOperation("GET /api/v1/news", {
    replica: true,
    scope: "read:content",
    summary: "List news articles",
    description: "Published articles, newest first. With `category`, only articles in that category.",
    paginated: true,
    query: newsQuery,
    returns: newsItem,
    run: listNews,
  }),
  get: apiOperation("GET /api/v1/news/{slug}", {
    replica: true,
    scope: "read:content",
    summary: "Get a news article",
    returns: newsArticle,
    run: getNewsArticle,
  }),
  create: apiOperation("POST /api/v1/news", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Write a news article",
    description: "For editors. With `published: false` it is a draft, which the list omits.",
    body: newsDraft,
    status: 201,
    returns: articleAddress,
    run: writeArticle,
  }),
  update: apiOperation("PATCH /api/v1/news/{slug}", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Edit a news article",
    description: "For editors. Replaces all that was written. Its address and date stay.",
    body: newsDraft,
    returns: articleAddress,
    run: editArticle,
  }),
  delete: apiOperation("DELETE /api/v1/news/{slug}", {
    staff: "editor",
    writes: "articles",
    scope: "write:content",
    summary: "Remove a news article",
    description: "For editors. This cannot be undone.",
    returns: null,
    run: removeArticle,
  }),
};
