import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { auditRatings } from "@/lib/domain/play/duels/audit";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import type { Pick } from "@/lib/domain/play/duels/scoring";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { attempts } from "@/tests/support/random";

const DUELS = attempts({ few: 40, many: 200 });
const PLAYERS = 25;
/** Rounds, so that the same pairs meet again. */
const ROUND = 40;
/** Concurrent duels, with six requests each. More would time out waiting for a connection on a busy machine. */
const RACING = 8;

test(
  `${DUELS} duels played by racing clients settle once each, and ratings equal a replay of the history`,
  { timeout: 240_000 },
  async () => {
    const players = await Promise.all(Array.from({ length: PLAYERS }, () => newPerson()));
    let pairs = 0;
    for (let round = 0; pairs < DUELS; round += 1) {
      const duels = await Promise.all(
        Array.from({ length: Math.min(ROUND, DUELS - pairs) }, (_, n) => {
          // Overlapping pairs: most settlements share a player with another concurrent one.
          const distance = 1 + Math.floor(n / PLAYERS) + 2 * round;
          const [one, other] = [players[n % PLAYERS]!, players[(n + distance) % PLAYERS]!];
          return newDuel(later(one, round), later(other, round));
        }),
      );
      pairs += duels.length;
      for (let next = 0; next < duels.length; next += RACING)
        await Promise.all(duels.slice(next, next + RACING).map(race));
    }
    const { prisma } = database();
    expect(await prisma.duel.count({ where: { status: "finished" } })).toBe(DUELS);
    const events = await prisma.event.groupBy({ by: ["userId"], where: { name: "duel.finished" }, _count: true });
    expect(events.reduce((sum, { _count }) => sum + _count, 0)).toBe(2 * DUELS);
    const games = await prisma.playerRating.aggregate({ _sum: { wins: true, losses: true, draws: true } });
    const rated = await prisma.duel.count({ where: { rated: true } });
    expect((games._sum.wins ?? 0) + (games._sum.losses ?? 0) + (games._sum.draws ?? 0)).toBe(2 * rated);
    expect(rated).toBeGreaterThan(DUELS / 2);
    expect(await auditRatings({ ...players[0]!, actor: null })).toEqual({
      duels: DUELS,
      players: PLAYERS,
      violations: [],
    });
  },
);

test("audits find a changed rating, score or rank", async () => {
  const { prisma } = database();
  const ctx = { ...(await newPerson()), actor: null };
  const [side] = await prisma.duelSide.findMany({ where: { ratingAfter: { not: null } }, take: 1 });
  const where = { duelId_role: { duelId: side!.duelId, role: side!.role } };
  const problemsAfter = async (data: object) => {
    await prisma.duelSide.update({ where, data });
    const { violations } = await auditRatings(ctx);
    await prisma.duelSide.update({ where, data: { ratingAfter: side!.ratingAfter, score: side!.score } });
    return violations.filter(({ subject }) => subject === side!.duelId).length;
  };
  expect(await problemsAfter({ ratingAfter: side!.ratingAfter! + 1e-9 })).toBe(1);
  expect(await problemsAfter({ score: side!.score! + 1 })).toBe(1);
  const [player] = await prisma.playerRating.findMany({ take: 1 });
  await prisma.playerRating.update({
    where: { game_userId: { game: "duel", userId: player!.userId } },
    data: { rating: player!.rating + 1, wins: player!.wins + 1 },
  });
  expect((await auditRatings(ctx)).violations.filter(({ subject }) => subject === player!.userId)).toHaveLength(2);
});

interface Raced {
  id: string;
  sides: [Context, Context];
}

async function newDuel(one: Context, other: Context): Promise<Raced> {
  const { id } = await challengeUser(one, { game: "duel", opponent: other.actor.id });
  return { id, sides: [one, other] };
}

/** Both players send their play three times at once, as impatient clients do: one of each counts. */
async function race({ id, sides }: Raced): Promise<void> {
  const attempts = [...sides, ...sides, ...sides].map((player) =>
    answerChallenge(player, {
      id,
      action: "play",
      clientSeed: `${player.actor.handle} ${id}`,
      picks: picksOf(player, id),
    }),
  );
  const results = await Promise.allSettled(attempts);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
}

function picksOf({ actor }: Context, id: string): Pick[] {
  const seed = [...`${actor.id}${id}`].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return Array.from({ length: 5 }, (_, ball) => ({ bin: (seed + ball * 3) % 5, stake: (seed >> ball) % 21 }));
}
