import { type Context, read, write } from "@/lib/domain/kernel/context";
import { utcDay } from "@/lib/domain/kernel/durations";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { dispatchRecorded, insertActs } from "@/lib/domain/consequences/incoming/acts";
import { PAID_ACTS_A_DAY, type PaidAct, type QuestKey, QUESTS, XP } from "./rules";
import { sql } from "@/lib/infra/database/sql";

interface Subject {
  /** The rewarded event. */
  reason: string;
  /** What the event is about: the same subject is not rewarded again. */
  subjectId: string;
}

/**
 * Grants an act's XP and advances the day's quest, once per subject: toggling earns nothing. Beyond the daily cap only
 * the quest advances. Completing it earns its XP as well.
 *
 * One statement, in steps: `counted` adds the XP to the day's, unless the cap is reached or the subject was paid
 * before; `granted` remembers the subject, with the XP or with none; `advanced` counts a new subject for the quest;
 * `recorded` tells of the quest that it completes; `earned` is what the account gets for both.
 */
export async function reward(
  tx: Context,
  { reason, subjectId, act, advancesQuest }: Subject & { act: QuestKey; advancesQuest: boolean },
): Promise<void> {
  const [xp, cap] = isPaid(act) ? [XP[act], XP[act] * PAID_ACTS_A_DAY[act]] : [0, 0];
  const { goal, xp: questXp } = QUESTS[act];
  const day = utcDay(tx.now).toISOString();
  const finished = goal === 1 ? tx.now : null;
  // An act that was revoked and repeated is rewarded again, but does not count for the quest twice.
  const quest = { questKey: act, day: day.slice(0, 10), xp: questXp, coins: QUESTS[act].coins };
  const [rewarded] = await read<{ userId: string; isRecorded: boolean }>(tx, "progression.reward")`
    WITH counted AS (
      INSERT INTO "DailyXp" ("userId", day, act, xp)
      SELECT ${tx.actor.id}, ${day}::date, ${act}, ${xp}::int
       WHERE ${xp}::int > 0 AND NOT EXISTS (
         SELECT FROM "XpGrant" WHERE "userId" = ${tx.actor.id} AND reason = ${reason} AND "subjectId" = ${subjectId}
           AND xp > 0)
      ON CONFLICT ("userId", day, act) DO UPDATE SET xp = "DailyXp".xp + excluded.xp
      WHERE "DailyXp".xp + excluded.xp <= ${cap}::int
      RETURNING xp),
    granted AS (
      INSERT INTO "XpGrant" ("userId", reason, "subjectId", xp, "createdAt")
      VALUES (${tx.actor.id}, ${reason}, ${subjectId}, CASE WHEN EXISTS (SELECT FROM counted) THEN ${xp}::int
          ELSE 0 END, ${tx.now}::timestamptz)
      ON CONFLICT ("userId", reason, "subjectId") DO UPDATE SET xp = excluded.xp, "createdAt" = excluded."createdAt"
        WHERE "XpGrant".xp = 0 AND excluded.xp > 0
      RETURNING xp, xmax = 0 AS "isNew"),
    advanced AS (
      INSERT INTO "QuestProgress" ("userId", "questKey", day, count, "completedAt")
      SELECT ${tx.actor.id}, ${act}, ${day}::date, 1, ${finished}::timestamptz FROM granted
       WHERE "isNew" AND ${advancesQuest}::boolean
      ON CONFLICT ("userId", day, "questKey") DO UPDATE
        SET count = "QuestProgress".count + 1,
            "completedAt" = CASE WHEN "QuestProgress".count + 1 = ${goal}::int THEN ${tx.now}::timestamptz
              ELSE "QuestProgress"."completedAt" END
        WHERE "QuestProgress".count < ${goal}::int
      RETURNING count),
    recorded AS (${insertActs({
      kind: "quest",
      actorId: tx.actor.id,
      subjectId: `${act} ${quest.day}`,
      from: sql`(SELECT ${tx.actor.id}::text AS id FROM advanced WHERE count = ${goal}::int) AS who`,
      data: sql`${JSON.stringify(quest)}::jsonb`,
      now: tx.now,
    })}),
    earned AS (
      SELECT granted.xp + CASE WHEN EXISTS (SELECT FROM advanced WHERE count = ${goal}::int) THEN ${questXp}::int
          ELSE 0 END AS xp
        FROM granted)
    UPDATE "User" u SET xp = u.xp + earned.xp FROM earned WHERE u.id = ${tx.actor.id} AND earned.xp > 0
      RETURNING u.id AS "userId", EXISTS (SELECT FROM recorded) AS "isRecorded"`;
  if (rewarded?.isRecorded) dispatchRecorded(tx, [rewarded]);
}

/** Rewards of earlier days stay. */
export async function revokeReward(tx: Context, { reason, subjectId, act }: Subject & { act: PaidAct }): Promise<void> {
  const today = utcDay(tx.now).toISOString();
  await write(tx, "progression.revoke")`
    WITH paid AS (
      SELECT "userId", reason, "subjectId", xp FROM "XpGrant"
       WHERE "userId" = ${tx.actor.id} AND reason = ${reason} AND "subjectId" = ${subjectId} AND xp > 0
       AND "createdAt" >= ${today}::timestamptz FOR UPDATE),
    emptied AS (
      UPDATE "XpGrant" g SET xp = 0 FROM paid
        WHERE (g."userId", g.reason, g."subjectId") = (paid."userId", paid.reason, paid."subjectId")),
    uncounted AS (
      UPDATE "DailyXp" d SET xp = GREATEST(0, d.xp - paid.xp) FROM paid
        WHERE (d."userId", d.day, d.act) = (paid."userId", ${today}::date, ${act}))
    UPDATE "User" u SET xp = GREATEST(0, u.xp - paid.xp) FROM paid WHERE u.id = paid."userId"`;
}

const isPaid = (act: QuestKey): act is PaidAct & QuestKey => Object.hasOwn(XP, act);

/** Marks a completed quest as claimed, for today and earlier days. Returns the coins due for it. */
export async function claimReward(tx: Context, key: string): Promise<number> {
  if (!isQuest(key)) throw notFound();
  const count = await write(tx, "progression.claim")`
    UPDATE "QuestProgress" SET "claimedAt" = ${tx.now}
    WHERE "userId" = ${tx.actor.id} AND "questKey" = ${key} AND "completedAt" IS NOT NULL AND "claimedAt" IS NULL`;
  if (count === 0) throw conflict("There is nothing to claim here: finish the quest first, or it was claimed already.");
  return count * QUESTS[key].coins;
}

const isQuest = (key: string): key is QuestKey => Object.hasOwn(QUESTS, key);
