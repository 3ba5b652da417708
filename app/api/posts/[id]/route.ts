import { posts } from "@/lib/api/v1/posts";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(
  twin(posts.get, "optional"),
  twin(posts.delete),
);
