import { builds } from "@/lib/api/v1/builds";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(builds.get);
