import { z } from "zod";
import { searchPosts } from "@/lib/domain/people/search/queries";
import { suggest } from "@/lib/domain/people/search/suggest";
import { suggestions, suggestQuery } from "@/lib/domain/people/search/schema";
import { timelinePost } from "@/lib/domain/writing/posts/schema";
import { sessionOperation } from "@/lib/http/operation";

export const search = {
  posts: sessionOperation("GET /api/search/posts", {
    replica: true,
    session: "optional",
    budget: "search",
    paginated: true,
    query: z.object({ q: z.string() }),
    returns: timelinePost,
    run: searchPosts,
  }),
  suggest: sessionOperation("GET /api/suggest", {
    replica: true,
    budget: "suggestions",
    budgetPer: "user",
    query: suggestQuery,
    returns: suggestions,
    run: suggest,
  }),
};
