import type { Context } from "@/lib/domain/context";
import { notFound, Refusal } from "@/lib/domain/errors";
import { questDay, type QuestKey, QUESTS } from "./rules";

interface Reward {
  reason: string;
  subjectId: string;
  xp: number;
  quest?: QuestKey;
}

/** Pays an act's XP and moves the day's quest on, once for each subject: toggling earns nothing. */
export async function reward(tx: Context, { reason, subjectId, xp, quest }: Reward): Promise<void> {
  const granted = await tx.db.$executeRaw`
    INSERT INTO "XpGrant" ("userId", reason, "subjectId", xp, "createdAt")
    VALUES (${tx.actor.id}, ${reason}, ${subjectId}, ${xp}, ${tx.now}) ON CONFLICT DO NOTHING`;
  if (granted === 0) return;
  const questXp = quest && (await advance(tx, quest)) ? QUESTS[quest].xp : 0;
  if (xp + questXp > 0) await tx.db.$executeRaw`UPDATE "User" SET xp = xp + ${xp + questXp} WHERE id = ${tx.actor.id}`;
}

/** Closes a finished quest, with any of the days before that was left open. Answers the coins that are due for it. */
export async function closeQuest(tx: Context, key: string): Promise<number> {
  if (!isQuest(key)) throw notFound();
  const { count } = await tx.db.questProgress.updateMany({
    where: { userId: tx.actor.id, questKey: key, completedAt: { not: null }, claimedAt: null },
    data: { claimedAt: tx.now },
  });
  if (count === 0) throw new Refusal("conflict", "There is nothing to claim here: finish the quest first, or it was claimed already.");
  return count * QUESTS[key].coins;
}

const isQuest = (key: string): key is QuestKey => Object.hasOwn(QUESTS, key);

/** Counts one step of today's quest; true when it is the step that finishes it. */
async function advance(tx: Context, quest: QuestKey): Promise<boolean> {
  const { goal } = QUESTS[quest];
  const finished = goal === 1 ? tx.now : null;
  const [progress] = await tx.db.$queryRaw<{ count: number }[]>`
    INSERT INTO "QuestProgress" ("userId", "questKey", day, count, "completedAt")
    VALUES (${tx.actor.id}, ${quest}, ${questDay(tx.now)}::date, 1, ${finished}::timestamptz)
    ON CONFLICT ("userId", day, "questKey") DO UPDATE
      SET count = "QuestProgress".count + 1,
          "completedAt" = CASE WHEN "QuestProgress".count + 1 = ${goal} THEN ${tx.now}::timestamptz ELSE "QuestProgress"."completedAt" END
      WHERE "QuestProgress".count < ${goal}
    RETURNING count`;
  return progress?.count === goal;
}
