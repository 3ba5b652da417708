import { type Context, read } from "@/lib/domain/kernel/context";
import { utcDay } from "@/lib/domain/kernel/durations";
import { literal } from "@/lib/infra/database/sql";
import { ACHIEVEMENTS, type AchievementKey, CUPS, EDGE_BINS } from "./achievements";
import { WIN_XP, WIN_XP_A_DAY } from "./plinko";

export interface Award {
  /** XP that the drop earned. */
  xp: number;
  /** What it added to the player's collection. */
  achievements: AchievementKey[];
}

const RUNS = JSON.stringify(
  Object.entries(ACHIEVEMENTS).flatMap(([key, { run }]) => (run ? [{ key, won: false, edge: false, ...run }] : [])),
);
const LONGEST_RUN = Math.max(...Object.values(ACHIEVEMENTS).map(({ run }) => run?.drops ?? 0));
const XP_BY_KEY = JSON.stringify(Object.fromEntries(Object.entries(ACHIEVEMENTS).map(([key, { xp }]) => [key, xp])));

/**
 * Pays XP for a win, up to the day's cap, and adds to the player's collection what the drop completes. Requires the
 * drop to be stored and the player's ledger to be locked, so that no other drop is awarded meanwhile.
 *
 * One statement, in steps: `recent` are the last drops; `completed` is what this one completes, whether or not the
 * player has it; `counted` adds the XP of a win to the day's; `fresh` is what the player does not have yet.
 */
export async function awardDrop(tx: Context, { bin, won }: { bin: number; won: boolean }): Promise<Award> {
  const cup = CUPS[bin];
  const winXp = won ? WIN_XP[bin] : 0;
  const [award] = await read<Award>(tx, "coins.award")`
    WITH recent AS MATERIALIZED (
      SELECT bin = "landedBin" AS won, "landedBin" = ANY (${EDGE_BINS}::int[]) AS edge,
             row_number() OVER (ORDER BY "createdAt" DESC, id DESC) AS ago
        FROM (SELECT * FROM "Drop" WHERE "userId" = ${tx.actor.id} ORDER BY "createdAt" DESC, id DESC
               LIMIT ${literal(LONGEST_RUN)}) d),
    completed (key) AS (
      SELECT run.key FROM jsonb_to_recordset(${RUNS}::jsonb) AS run(key text, drops int, won bool, edge bool)
       WHERE (SELECT count(*) = run.drops AND bool_and((r.won OR NOT run.won) AND (r.edge OR NOT run.edge))
                FROM recent r WHERE r.ago <= run.drops)
      UNION ALL SELECT ${cup}::text WHERE ${won}::boolean
      UNION ALL SELECT 'full-board' FROM "User" u
       WHERE u.id = ${tx.actor.id} AND ${won}::boolean AND u.achievements || ${cup}::text @> ${CUPS}::text[]),
    counted AS (
      INSERT INTO "DailyXp" ("userId", day, act, xp)
      SELECT ${tx.actor.id}, ${utcDay(tx.now).toISOString()}::date, 'win', ${winXp}::int WHERE ${won}::boolean
      ON CONFLICT ("userId", day, act) DO UPDATE SET xp = "DailyXp".xp + excluded.xp
      WHERE "DailyXp".xp + excluded.xp <= ${literal(WIN_XP_A_DAY)}
      RETURNING ${winXp}::int AS xp),
    fresh AS (
      SELECT COALESCE(array_agg(c.key ORDER BY c.key) FILTER (WHERE is_new), '{}') AS keys,
             COALESCE(sum((${XP_BY_KEY}::jsonb ->> c.key)::int) FILTER (WHERE is_new), 0)::int
               + COALESCE((SELECT xp FROM counted), 0) AS xp
        FROM completed c CROSS JOIN LATERAL (
          SELECT NOT c.key = ANY (u.achievements) AS is_new FROM "User" u WHERE u.id = ${tx.actor.id}) mine)
    UPDATE "User" u SET achievements = u.achievements || fresh.keys, xp = u.xp + fresh.xp FROM fresh
     WHERE u.id = ${tx.actor.id} AND fresh.xp > 0 RETURNING fresh.xp, fresh.keys AS achievements`;
  return award ?? { xp: 0, achievements: [] };
}
