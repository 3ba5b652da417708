import { z } from "zod";
import { searchPosts } from "@/lib/domain/people/search/queries";
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
};
