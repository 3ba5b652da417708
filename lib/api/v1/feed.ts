import { listFeed } from "@/lib/domain/writing/posts/queries";
import { post } from "@/lib/domain/writing/posts/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#content-feed-and-leaderboards */
export const feed = {
  list: apiOperation("GET /api/v1/feed", {
    replica: true,
    scope: "read:feed",
    summary: "List the feed",
    description: "Public posts that are free and do not belong to a community, newest first.",
    paginated: true,
    returns: post,
    volatile: ["views"],
    run: listFeed,
  }),
};
