import { findArticles } from "@/lib/domain/people/search/articles";
import { searchBuilds } from "@/lib/domain/people/search/builds";
import { searchPosts } from "@/lib/domain/people/search/queries";
import { suggest } from "@/lib/domain/people/search/suggest";
import { searchQuery, suggestions, suggestQuery } from "@/lib/domain/people/search/schema";
import { foundArticle } from "@/lib/domain/writing/articles/schema";
import { catalogueBuild } from "@/lib/domain/writing/builds/schema";
import { timelinePost } from "@/lib/domain/writing/posts/schema";
import { sessionOperation } from "@/lib/http/operation";

const searching = {
  replica: true,
  session: "optional",
  budget: "search",
  paginated: true,
  query: searchQuery,
} as const;

export const search = {
  posts: sessionOperation("GET /api/search/posts", { ...searching, returns: timelinePost, run: searchPosts }),
  builds: sessionOperation("GET /api/search/builds", { ...searching, returns: catalogueBuild, run: searchBuilds }),
  articles: sessionOperation("GET /api/search/articles", { ...searching, returns: foundArticle, run: findArticles }),
  suggest: sessionOperation("GET /api/suggest", {
    replica: true,
    budget: "suggestions",
    budgetPer: "user",
    query: suggestQuery,
    returns: suggestions,
    run: suggest,
  }),
};
