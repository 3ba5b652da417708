import { quests as api } from "@/lib/api/v1/quests";
import { sessionRoute } from "@/lib/http/operation";

/** Today's quests and their coins. */
export const quests = {
  list: sessionRoute(api.list),
  claim: sessionRoute(api.claim),
};
