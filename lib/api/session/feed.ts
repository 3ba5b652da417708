import { feed as api } from "@/lib/api/v1/feed";
import { sessionRoutes } from "@/lib/http/operation";

export const feed = sessionRoutes(api, ["list"]);
