import { posts } from "@/lib/api/v1/posts";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(posts.get, posts.delete);
