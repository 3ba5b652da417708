import { blog } from "@/lib/api/in-app/articles";
import { blog as api } from "@/lib/api/v1/blog";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(
  twin(api.get, "optional"),
  blog.edit,
  blog.remove,
);
