import { posts as api } from "@/lib/api/v1/posts";
import { sessionRoutes } from "@/lib/http/operation";

export const posts = sessionRoutes(api, ["get", "listVersions"]);
