import { feed } from "@/lib/api/v1/feed";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(feed.list);
