import { engagement as api } from "@/lib/api/v1/engagement";
import { sessionRoutes } from "@/lib/http/operation";

/** Likes, reposts, comments and bookmarks, as the public API has them. */
export const engagement = sessionRoutes(api, ["listComments"]);
