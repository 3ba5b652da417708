import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import type { Context } from "@/lib/domain/kernel/context";
import { ACHIEVEMENTS, type AchievementKey, CUPS, EDGE_BINS } from "@/lib/domain/play/coins/achievements";
import { placeBet } from "@/lib/domain/play/coins/commands";
import { BINS, drop, ODDS, ODDS_OF, randomByte, WIN_XP, WIN_XP_A_DAY } from "@/lib/domain/play/coins/plinko";
import { findOrCommitSeed } from "@/lib/domain/play/coins/seeds";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { attempts, RANDOM } from "@/tests/support/random";
import { grant } from "./books";

/** Changes the player's seed so that the next ball falls into a bin. */
async function aim(player: Context, bin: number): Promise<void> {
  const { serverSeed, nonce } = await findOrCommitSeed(player);
  for (let turn = 0; ; turn += 1) {
    const clientSeed = `seed ${turn}`;
    if (drop(await randomByte(serverSeed, clientSeed, nonce)).landedBin !== bin) continue;
    await database().prisma.plinkoSeed.updateMany({
      where: { userId: player.actor.id, revealedAt: null },
      data: { clientSeed },
    });
    return;
  }
}

async function play(player: Context, bin: number, landsIn: number) {
  await aim(player, landsIn);
  const { xp, achievements } = await placeBet(player, { bin, amount: 1 });
  return { xp, achievements };
}

const richPerson = async () => {
  const player = await newPerson();
  await grant(player, 1000);
  return player;
};
const xpOf = async ({ actor }: Context) =>
  (await database().prisma.user.findUniqueOrThrow({ where: { id: actor.id } })).xp;

describe("the collection", () => {
  test("has each cup once, then the full board", async () => {
    const player = await richPerson();
    const earned: AchievementKey[][] = [];
    // The losses in between keep wins from being a run.
    for (const bin of [2, 2, 0, 4, 1, 3]) {
      earned.push((await play(player, bin, bin)).achievements);
      await play(player, 0, 2);
    }
    expect(earned).toEqual([["cup-3"], [], ["cup-1"], ["cup-5"], ["cup-2"], ["cup-4", "full-board"]]);
    const { achievements } = await getPublicProfile(await newPerson(), player.actor);
    expect(achievements).toEqual(earned.flat());
  });

  test("has what drops in a row complete, and nothing for the same drops apart", async () => {
    const player = await richPerson();
    const rounds: [bin: number, landsIn: number][] = [
      [2, 0],
      [2, 4],
      [2, 2],
      [2, 0],
      [2, 4],
      [0, 0],
      [4, 4],
      [2, 2],
    ];
    const earned = [];
    for (const [bin, landsIn] of rounds) earned.push((await play(player, bin, landsIn)).achievements);
    expect(earned).toEqual([[], [], ["cup-3"], [], [], ["cup-1", "edge-run"], ["cup-5", "edge-double"], []]);
    expect((await play(player, 3, 3)).achievements).toEqual(["cup-4", "hot-hand"]);
  });

  test("pays what a drop is told, up to the day's XP for wins, and begins anew the next day", async () => {
    let player = await richPerson();
    await play(player, 0, 0);
    await play(player, 1, 2);
    const before = await xpOf(player);
    let paid = 0;
    for (let round = 0; round < 15; round += 1) {
      // Alternating, so that it collects nothing more.
      paid += (await play(player, 0, 0)).xp + (await play(player, 1, 2)).xp;
    }
    expect(paid).toBe(Math.floor(WIN_XP_A_DAY / WIN_XP[0]! - 1) * WIN_XP[0]!);
    expect((await xpOf(player)) - before).toBeGreaterThanOrEqual(paid);
    player = later(player, 86_400);
    expect(await play(player, 0, 0)).toEqual({ xp: WIN_XP[0], achievements: [] });
  });

  test("is what the player's drops say, whatever they play", async () => {
    const bin = fc.integer({ min: 0, max: BINS - 1 });
    const round = fc.oneof(
      bin.map((chosen) => [chosen, chosen] as const),
      fc.constantFrom([0, 4], [0, 0], [4, 4]).map(([chosen, landed]) => [chosen, landed] as const),
      fc.tuple(bin, bin),
    );
    const property = fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 14 }), async (rounds) => {
      const player = await richPerson();
      const collected: AchievementKey[] = [];
      for (const [index, [chosen, landsIn]] of rounds.entries()) {
        const { achievements } = await play(player, chosen, landsIn);
        const fresh = completedBy(rounds.slice(0, index + 1), collected);
        expect(new Set(achievements)).toEqual(fresh);
        collected.push(...fresh);
      }
      const { achievements } = await database().prisma.user.findUniqueOrThrow({ where: { id: player.actor.id } });
      expect(achievements.toSorted()).toEqual(collected.toSorted());
    });
    await fc.assert(property, { numRuns: attempts({ few: 8, many: 100 }), ...RANDOM });
  });

  test("of bets at the same time has everything once", async () => {
    const player = await richPerson();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => placeBet(player, { bin: turn % BINS, amount: 1 })),
    );
    const told = results.flatMap(({ achievements }) => achievements);
    const { achievements } = await database().prisma.user.findUniqueOrThrow({ where: { id: player.actor.id } });
    expect(achievements.toSorted()).toEqual(told.toSorted());
    expect(new Set(told).size).toBe(told.length);
  });
});

/** What the last drop completes, told apart from the statement. */
function completedBy(
  rounds: readonly (readonly [number, number])[],
  collected: readonly AchievementKey[],
): Set<AchievementKey> {
  const last = (count: number) => (rounds.length < count ? [] : rounds.slice(-count));
  const all = (count: number, is: (bin: number, landed: number) => boolean) =>
    last(count).length > 0 && last(count).every(([bin, landed]) => is(bin, landed));
  const [bin, landed] = rounds.at(-1)!;
  const has: AchievementKey[] = [];
  if (bin === landed) has.push(CUPS[bin]!);
  if (bin === landed && CUPS.every((cup) => cup === CUPS[bin] || collected.includes(cup))) has.push("full-board");
  if (all(2, (a, b) => a === b && EDGE_BINS.includes(b))) has.push("edge-double");
  if (all(3, (_, b) => EDGE_BINS.includes(b))) has.push("edge-run");
  if (all(4, (a, b) => a === b)) has.push("hot-hand");
  return new Set(has.filter((key) => !collected.includes(key)));
}

test("an edge earns the most XP for each drop on it, and the middle the least", () => {
  const expected = ODDS.map((odds, bin) => (odds / ODDS_OF) * WIN_XP[bin]!);
  expect(expected[0]).toBeGreaterThan(2 * expected[1]!);
  expect(expected[1]).toBeGreaterThan(expected[2]!);
  expect(expected.toReversed()).toEqual(expected);
});

test("what is rarer pays more XP", () => {
  const byRarity = Object.values(ACHIEVEMENTS)
    .flatMap(({ xp, oneIn }) => (oneIn === null ? [] : [{ xp, oneIn }]))
    .toSorted((a, b) => a.oneIn - b.oneIn);
  expect(byRarity.map(({ xp }) => xp)).toEqual(byRarity.map(({ xp }) => xp).toSorted((a, b) => a - b));
  expect(byRarity.map(({ oneIn }) => oneIn)).toEqual([4, 4, 4, 9, 9, 84, 96, 160]);
});
