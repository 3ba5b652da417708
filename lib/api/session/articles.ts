import { blog as publicBlog, news as publicNews } from "@/lib/api/v1/articles";
import { sessionRoutes } from "@/lib/http/operation";

/** The blog, and editing it. */
export const blog = sessionRoutes(publicBlog, ["list", "get"]);

/** The news, and editing them. */
export const news = sessionRoutes(publicNews, ["list", "get"]);
