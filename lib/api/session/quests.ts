import { claimQuest } from "@/lib/domain/coins/commands";
import { listQuests } from "@/lib/domain/progression/queries";
import { questClaim, questList } from "@/lib/domain/progression/schema";
import { sessionOperation } from "@/lib/http/operation";

export const quests = {
  list: sessionOperation("GET /api/quests", { summary: "List today's quests", returns: questList, run: listQuests }),
  claim: sessionOperation("POST /api/quests/{key}/claim", {
    writes: "coins",
    summary: "Claim the coins of a finished quest",
    returns: questClaim,
    errors: ["not_found", "conflict"],
    run: claimQuest,
  }),
};
