import { leaderboards as api } from "@/lib/api/v1/leaderboards";
import { sessionRoute } from "@/lib/http/operation";

/** The leaderboards of the games, for visitors too. */
export const leaderboards = {
  get: sessionRoute(api.get, "optional"),
};
