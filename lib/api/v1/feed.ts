import { listFeed } from "@/lib/domain/posts/queries";
import { post } from "@/lib/domain/posts/schema";
import { endpoint } from "@/lib/http/endpoint";

/** 4.6 */
export const feed = {
  list: endpoint("GET /api/v1/feed", {
    scope: "read:feed",
    summary: "Read the feed",
    description: "Public posts that are free and belong to no community, newest first.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listFeed,
  }),
};
