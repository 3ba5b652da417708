import { news } from "@/lib/api/v1/news";
import { onNext } from "@/lib/http/next";
import { serve } from "@/lib/http/pipeline/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serve(news.get, news.update, news.delete));
