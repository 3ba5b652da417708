import { sha256Hex } from "@/lib/domain/play/coins/plinko";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { models } from "@/lib/domain/kernel/models";
import type { Violation } from "@/lib/domain/kernel/invariant";
import { isProvisional } from "./rating";
import { DUEL, type DuelResult, MAX_RATED_PER_PAIR, ofBoth, RATED_WINDOW_MS, ROLES, sidesByRole } from "./rules";
import { resultOf } from "./scoring";
import { scoresOf } from "./settlement";
import { NEW_PLAYER_RATING, rateResult, type PlayerRating } from "./player-rating";

interface RatingAudit {
  duels: number;
  players: number;
  /** The subjects are duels and players. */
  violations: Violation[];
}

/** Recomputes every finished duel from its seed, and every rating from the first rated duel on. */
export async function auditRatings(ctx: VisitorContext): Promise<RatingAudit> {
  const violations: Violation[] = [];
  const ratings = new Map<string, PlayerRating>();
  const lastRated = new Map<string, Date[]>();
  let duels = 0;
  for await (const duel of finishedDuels(ctx)) {
    duels += 1;
    const problems = [...(await problemsOfPlay(duel)), ...(duel.rated ? replay(duel, ratings, lastRated) : [])];
    violations.push(...problems.map((problem) => ({ subject: duel.id, problem })));
  }
  const players = ratings.size;
  violations.push(...(await problemsOfRatings(ctx, ratings)));
  return { duels, players, violations };
}

const DUELS_AT_ONCE = 1000;

/** Yields finished duels in the order in which they were settled. */
async function* finishedDuels(ctx: VisitorContext) {
  for (let after = { closedAt: new Date(0), id: "" }, full = true; full;) {
    const duels = await models(ctx).duel.findMany({
      where: {
        result: { not: null },
        OR: [{ closedAt: { gt: after.closedAt } }, { closedAt: after.closedAt, id: { gt: after.id } }],
      },
      orderBy: [{ closedAt: "asc" }, { id: "asc" }],
      take: DUELS_AT_ONCE,
      include: { sides: true },
    });
    for (const { sides, ...duel } of duels) yield { ...duel, sides: sidesByRole(sides) };
    const last = duels.at(-1);
    if (last) after = { closedAt: last.closedAt!, id: last.id };
    full = duels.length === DUELS_AT_ONCE;
  }
}

type FinishedDuel = ReturnType<typeof finishedDuels> extends AsyncGenerator<infer T> ? T : never;

async function problemsOfPlay(duel: FinishedDuel): Promise<string[]> {
  const problems: string[] = [];
  if ((await sha256Hex(duel.serverSeed)) !== duel.serverSeedHash) problems.push("the seed does not fit its hash");
  const scores = await scoresOf(duel);
  for (const role of ROLES) {
    const score = scores?.[role] ?? null;
    const stored = duel.sides[role].score;
    if (stored !== score) problems.push(`the ${role} has ${stored} points, the seeds lead to ${score}`);
  }
  if (scores && resultOf(scores) !== duel.result) problems.push(`ended as ${duel.result}, the scores say otherwise`);
  return problems;
}

function replay(duel: FinishedDuel, ratings: Map<string, PlayerRating>, lastRated: Map<string, Date[]>): string[] {
  const at = duel.closedAt!;
  const problems: string[] = [];
  const day = (lastRated.get(duel.pair) ?? []).filter((time) => time.getTime() > at.getTime() - RATED_WINDOW_MS);
  lastRated.set(duel.pair, [...day, at]);
  if (day.length >= MAX_RATED_PER_PAIR)
    problems.push("is rated, after as many rated duels as two people have in a day");
  const before = ofBoth((role) => ratings.get(duel[`${role}Id`]) ?? NEW_PLAYER_RATING);
  const changes = rateResult(before, duel.result as DuelResult, at);
  for (const role of ROLES) {
    const { ratingBefore, ratingAfter, deviationAfter } = duel.sides[role];
    const { before: from, after } = changes[role];
    ratings.set(duel[`${role}Id`], after);
    if (ratingBefore !== from.rating || ratingAfter !== after.rating || deviationAfter !== after.deviation)
      problems.push(
        `took the ${role} from ${ratingBefore} to ${ratingAfter}, the history from ${from.rating} to ${after.rating}`,
      );
  }
  return problems;
}

async function problemsOfRatings(ctx: VisitorContext, ratings: Map<string, PlayerRating>): Promise<Violation[]> {
  const violations: Violation[] = [];
  const where = { game: DUEL };
  const [records, players] = await Promise.all([
    models(ctx).leaderboardRecord.findMany({ where }),
    models(ctx).playerRating.findMany({ where }),
  ]);
  const ranks = new Map(records.map(({ userId, score }) => [userId, Number(score)]));
  for (const { game: _game, userId, ...stored } of players) {
    const expected = ratings.get(userId) ?? NEW_PLAYER_RATING;
    ratings.delete(userId);
    for (const key of Object.keys(expected) as (keyof PlayerRating)[])
      if (stored[key]?.valueOf() !== expected[key]?.valueOf())
        violations.push({
          subject: userId,
          problem: `has ${key} ${String(stored[key])}, the history leads to ${String(expected[key])}`,
        });
    const rank = isProvisional(expected) ? undefined : Math.max(0, Math.round(expected.rating));
    if (ranks.get(userId) !== rank)
      violations.push({ subject: userId, problem: `is ranked with ${ranks.get(userId)}, the rating says ${rank}` });
    ranks.delete(userId);
  }
  for (const subject of [...ratings.keys(), ...ranks.keys()]) violations.push({ subject, problem: "has no rating" });
  return violations;
}
