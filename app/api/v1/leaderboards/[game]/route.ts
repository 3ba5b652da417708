import { leaderboards } from "@/lib/api/v1/leaderboards";
import { mountApi } from "@/lib/http/next-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountApi(leaderboards.get);
