import { engagement } from "@/lib/api/v1/engagement";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(engagement.bookmark, engagement.unbookmark);
