import { posts as api } from "@/lib/api/v1/posts";
import { scheduled as ofScheduled } from "@/lib/api/v1/scheduled";
import { quotes } from "@/lib/api/v1/quotes";
import { sessionRoutes } from "@/lib/http/operation";

export const posts = {
  ...sessionRoutes(api, ["get", "listVersions"]),
  ...sessionRoutes({ withdrawQuote: quotes.withdraw }),
};

export const scheduled = sessionRoutes(ofScheduled);
