import { leaderboards } from "@/lib/api/v1/leaderboards";
import { serve } from "@/lib/http/serve";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serve(leaderboards.get);
