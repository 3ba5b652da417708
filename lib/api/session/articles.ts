import { blog as publicBlog } from "@/lib/api/v1/blog";
import { news as publicNews } from "@/lib/api/v1/news";
import { sessionRoute } from "@/lib/http/operation";

/** The blog, and editing it. */
export const blog = {
  list: sessionRoute(publicBlog.list, "optional"),
  get: sessionRoute(publicBlog.get, "optional"),
  publish: sessionRoute(publicBlog.create),
  edit: sessionRoute(publicBlog.update),
  remove: sessionRoute(publicBlog.delete),
};

/** The news, and editing them. */
export const news = {
  list: sessionRoute(publicNews.list, "optional"),
  get: sessionRoute(publicNews.get, "optional"),
  write: sessionRoute(publicNews.create),
  edit: sessionRoute(publicNews.update),
  remove: sessionRoute(publicNews.delete),
};
