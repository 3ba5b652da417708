import { getNewsArticle, listNews } from "@/lib/domain/articles/news";
import { newsArticle, newsItem, newsQuery } from "@/lib/domain/articles/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.6 */
export const news = {
  list: endpoint("GET /api/v1/news", {
    scope: "read:content",
    summary: "List news articles",
    description: "The published ones, newest first; with `category`, that category alone.",
    paginated: true,
    query: newsQuery,
    returns: newsItem,
    run: listNews,
  }),
  get: endpoint("GET /api/v1/news/{slug}", {
    scope: "read:content",
    summary: "Get a news article",
    returns: newsArticle,
    run: getNewsArticle,
  }),
};
