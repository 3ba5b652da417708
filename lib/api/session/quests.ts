import { quests as api } from "@/lib/api/v1/quests";
import { sessionRoutes } from "@/lib/http/operation";

export const quests = sessionRoutes(api);
