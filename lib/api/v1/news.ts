import { getNewsArticle, listNews } from "@/lib/domain/articles/news";
import { newsArticle, newsItem, newsQuery } from "@/lib/domain/articles/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const news = {
  list: apiOperation("GET /api/v1/news", {
    scope: "read:content",
    summary: "List news articles",
    description: "Published articles, newest first. With `category`, only articles in that category.",
    paginated: true,
    query: newsQuery,
    returns: newsItem,
    run: listNews,
  }),
  get: apiOperation("GET /api/v1/news/{slug}", {
    scope: "read:content",
    summary: "Get a news article",
    returns: newsArticle,
    run: getNewsArticle,
  }),
};
