import { meta } from "@/lib/api/v1/meta";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(meta.openapi);
