import { type Context, read } from "@/lib/domain/kernel/context";
import { nextUtcDay, utcDay } from "@/lib/domain/kernel/durations";
import { type QuestKey, QUESTS } from "./rules";
import type { QuestList } from "./schema";

interface ProgressRow {
  questKey: QuestKey;
  count: number;
  unclaimed: number;
}

export async function listQuests(ctx: Context): Promise<QuestList> {
  const rows = await read<ProgressRow>(ctx, "quests.own")`
    SELECT "questKey", COALESCE(max(count) FILTER (WHERE day = ${utcDay(ctx.now).toISOString()}::date), 0)::int AS count,
         (count(*) FILTER (WHERE "completedAt" IS NOT NULL AND "claimedAt" IS NULL))::int AS unclaimed
    FROM "QuestProgress" WHERE "userId" = ${ctx.actor.id} GROUP BY "questKey"`;
  const progress = new Map(rows.map((row) => [row.questKey, row]));
  const data = (Object.keys(QUESTS) as QuestKey[]).map((key) => {
    const { title, goal, xp, coins } = QUESTS[key];
    const { count = 0, unclaimed = 0 } = progress.get(key) ?? {};
    return { key, title, goal, count, xp, coins, waiting: unclaimed * coins };
  });
  return { data, resetsAt: nextUtcDay(ctx.now).toISOString() };
}
