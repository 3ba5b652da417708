import { posts as api } from "@/lib/api/v1/posts";
import { sessionRoutes } from "@/lib/http/operation";

const { listQuotes: _, ...shared } = api;

export const posts = sessionRoutes(shared, ["get", "listVersions"]);
