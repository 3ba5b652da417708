import { quests as api } from "@/lib/api/v1/quests";
import { sessionRoutes } from "@/lib/http/operation";

/** Today's quests and their coins. */
export const quests = sessionRoutes(api);
