import { news } from "@/lib/api/v1/articles";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(news.get, news.update, news.delete);
