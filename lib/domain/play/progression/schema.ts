import { z } from "zod";
import { type QuestKey, QUESTS } from "./rules";

const count = z.number().int().min(0);

export const quest = z
  .object({
    key: z.enum(Object.keys(QUESTS) as [QuestKey, ...QuestKey[]]),
    title: z.string().meta({ example: QUESTS.like.title }),
    goal: count.meta({ description: "How many acts finish it.", example: QUESTS.like.goal }),
    count: count.meta({ description: "How many of them you did today.", example: 2 }),
    xp: count.meta({ description: "XP that finishing it pays at once.", example: QUESTS.like.xp }),
    coins: count.meta({ description: "Coins that finishing it earns.", example: QUESTS.like.coins }),
    waiting: count.meta({ description: "Coins that you can claim, from today and earlier days.", example: 0 }),
  })
  .meta({ id: "Quest", description: "One of today's quests, with your progress." });

export const questList = z
  .object({ data: z.array(quest), resetsAt: z.iso.datetime().meta({ description: "When tomorrow's quests begin." }) })
  .meta({ id: "QuestList", description: "Today's quests." });

export const questClaim = z
  .object({
    claimed: z.number().int().min(1).meta({ description: "Coins that were claimed.", example: 2 }),
    newBalance: count.meta({ description: "Your balance afterwards, in coins.", example: 102 }),
  })
  .meta({ id: "QuestClaim", description: "The coins of a quest." });

export type Quest = z.output<typeof quest>;
export type QuestList = z.output<typeof questList>;
export type QuestClaim = z.output<typeof questClaim>;
