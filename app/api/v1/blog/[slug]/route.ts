import { blog } from "@/lib/api/v1/blog";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(blog.get);
