import { findArticles } from "@/lib/domain/people/search/articles";
import { findBuilds } from "@/lib/domain/people/search/builds";
import { findPeople, findPosts } from "@/lib/domain/people/search/queries";
import { foundPeople, peopleQuery, searchQuery, tagsQuery } from "@/lib/domain/people/search/schema";
import { findTags } from "@/lib/domain/people/search/tags";
import { foundArticle } from "@/lib/domain/writing/articles/schema";
import { buildItem } from "@/lib/domain/writing/builds/schema";
import { post } from "@/lib/domain/writing/posts/schema";
import { foundTags } from "@/lib/domain/writing/tags/schema";
import { apiOperation } from "@/lib/http/operation";

const searching = { replica: true, budget: "search" } as const;
const PHRASES = '`"two words"` is a phrase, and `-word` excludes one.';
const DAYS = "`before:2026-11-29` and `after:2026-11-01` narrow it to days in UTC, which they exclude.";

/** docs/contract.md#search */
export const search = {
  posts: apiOperation("GET /api/v1/search/posts", {
    ...searching,
    scope: "read:feed",
    summary: "Search the public posts",
    description: `Posts of the feed that contain these words or letters, newest first. ${PHRASES} \`from:handle\` narrows it to one author, \`has:image\` to posts with an image. ${DAYS}`,
    paginated: true,
    query: searchQuery,
    returns: post,
    volatile: ["views"],
    run: findPosts,
  }),
  people: apiOperation("GET /api/v1/search/people", {
    ...searching,
    scope: "read:users",
    summary: "Search people",
    description:
      "People whose name or handle contains the letters, or nearly, then those whose bio has the words; the best matches first.",
    query: peopleQuery,
    returns: foundPeople,
    run: findPeople,
  }),
  builds: apiOperation("GET /api/v1/search/builds", {
    ...searching,
    scope: "read:builds",
    summary: "Search builds",
    description: `Builds whose title, description or technologies contain these words, newest first. ${PHRASES} \`from:handle\` narrows it to one author. ${DAYS}`,
    paginated: true,
    query: searchQuery,
    returns: buildItem,
    volatile: ["views"],
    run: findBuilds,
  }),
  articles: apiOperation("GET /api/v1/search/articles", {
    ...searching,
    scope: "read:content",
    summary: "Search the blog and the news",
    description: `Published articles whose title, description or content contains these words, newest first. ${PHRASES} ${DAYS}`,
    paginated: true,
    query: searchQuery,
    returns: foundArticle,
    run: findArticles,
  }),
  tags: apiOperation("GET /api/v1/search/tags", {
    ...searching,
    scope: "read:tags",
    summary: "Search tags by their beginning",
    description: "Tags that begin with these letters, with or without the `#`: those that you follow first.",
    query: tagsQuery,
    returns: foundTags,
    run: findTags,
  }),
};
