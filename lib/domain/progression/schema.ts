import { z } from "zod";
import { type QuestKey, QUESTS } from "./rules";

const count = z.number().int().min(0);

/** One of today's quests, as its owner sees it. */
export const quest = z.object({
  key: z.enum(Object.keys(QUESTS) as [QuestKey, ...QuestKey[]]),
  title: z.string(),
  goal: count,
  count,
  xp: count,
  coins: count,
  /** Coins that can be claimed, from today and earlier days. */
  waiting: count,
});

export const questList = z.object({ data: z.array(quest), resetsAt: z.iso.datetime() });

export const questClaim = z.object({ claimed: z.number().int().min(1), newBalance: count });

export type Quest = z.output<typeof quest>;
export type QuestList = z.output<typeof questList>;
export type QuestClaim = z.output<typeof questClaim>;
