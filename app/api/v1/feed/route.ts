import { feed } from "@/lib/api/v1/feed";
import { onNext } from "@/lib/http/next";
import { serve } from "@/lib/http/pipeline/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = onNext(serve(feed.list));
