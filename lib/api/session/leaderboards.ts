import { leaderboards as api } from "@/lib/api/v1/leaderboards";
import { sessionRoutes } from "@/lib/http/operation";

/** The leaderboards of the games, for visitors too. */
export const leaderboards = sessionRoutes(api, ["get"]);
