import { blog as publicBlog, news as publicNews } from "@/lib/api/v1/articles";
import { sessionRoutes } from "@/lib/http/operation";

export const blog = sessionRoutes(publicBlog, ["list", "get"]);

export const news = sessionRoutes(publicNews, ["list", "get"]);
