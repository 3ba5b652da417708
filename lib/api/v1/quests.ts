import { claimQuest } from "@/lib/domain/play/coins/commands";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { questClaim, questList } from "@/lib/domain/play/progression/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#xp-levels-and-quests */
export const quests = {
  list: apiOperation("GET /api/v1/quests", {
    scope: "read:quests",
    summary: "List today's quests",
    description: "With your progress, and the coins that wait to be claimed. Not paginated.",
    returns: questList,
    run: listQuests,
  }),
  claim: apiOperation("POST /api/v1/quests/{key}/claim", {
    writes: "coins",
    scope: "write:quests",
    summary: "Claim a quest's coins",
    description: "Claims the coins of every day on which you finished the quest and did not claim them.",
    returns: questClaim,
    errors: ["conflict"],
    run: claimQuest,
  }),
};
