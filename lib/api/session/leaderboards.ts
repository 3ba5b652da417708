import { leaderboards as api } from "@/lib/api/v1/leaderboards";
import { sessionRoutes } from "@/lib/http/operation";

export const leaderboards = sessionRoutes(api, ["get"]);
