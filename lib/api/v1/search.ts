import { findPeople, findPosts } from "@/lib/domain/people/search/queries";
import { foundPeople, peopleQuery, postsQuery } from "@/lib/domain/people/search/schema";
import { post } from "@/lib/domain/writing/posts/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const search = {
  posts: apiOperation("GET /api/v1/search/posts", {
    replica: true,
    scope: "read:feed",
    summary: "Search the public posts",
    description:
      'Posts of the feed that contain these words or letters, newest first. `"two words"` is a phrase, and `-word` excludes one.',
    budget: "search",
    paginated: true,
    query: postsQuery,
    returns: post,
    volatile: ["views"],
    run: findPosts,
  }),
  people: apiOperation("GET /api/v1/search/people", {
    replica: true,
    scope: "read:users",
    summary: "Search people",
    description: "People whose name or handle contains the letters, or nearly; the best matches first.",
    budget: "search",
    query: peopleQuery,
    returns: foundPeople,
    run: findPeople,
  }),
};
