import { news } from "@/lib/api/in-app/articles";
import { news as api } from "@/lib/api/v1/news";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(
  twin(api.get, "optional"),
  news.edit,
  news.remove,
);
