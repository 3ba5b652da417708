import { leaderboards } from "@/lib/api/v1/leaderboards";
import { twin } from "@/lib/http/endpoint";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(twin(leaderboards.get, "optional"));
