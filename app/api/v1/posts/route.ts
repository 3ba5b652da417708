import { posts } from "@/lib/api/v1/posts";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(posts.list, posts.create);
