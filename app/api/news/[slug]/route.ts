import { news } from "@/lib/api/session/articles";
import { onNext } from "@/lib/http/next";
import { serveSession } from "@/lib/http/pipeline/serve-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(
  serveSession(news.get, news.update, news.delete),
);
