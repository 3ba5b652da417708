import { claimQuest } from "@/lib/domain/coins/commands";
import { listQuests } from "@/lib/domain/progression/queries";
import { questClaim, questList } from "@/lib/domain/progression/schema";
import { appEndpoint } from "@/lib/http/endpoint";

export const quests = {
  list: appEndpoint("GET /api/quests", { summary: "See today's quests", returns: questList, run: listQuests }),
  claim: appEndpoint("POST /api/quests/{key}/claim", {
    writes: "coins",
    summary: "Claim the coins of a finished quest",
    returns: questClaim,
    errors: ["not_found", "conflict"],
    run: claimQuest,
  }),
};
