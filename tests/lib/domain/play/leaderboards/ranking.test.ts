import { describe, expect, test } from "vitest";
import { placeBet } from "@/lib/domain/play/coins/commands";
import { getLeaderboard, findOwnRank, listRanking } from "@/lib/domain/play/leaderboards/queries";
import { database } from "@/lib/infra/database/db";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { newPerson } from "@/tests/support/people";

const { prisma } = database();

async function ranked(score: number, reachedAt: string) {
  const player = await newPerson();
  await prisma.leaderboardRecord.create({
    data: {
      game: "plinko-high-roller",
      userId: player.actor.id,
      score,
      gamesPlayed: 1,
      reachedAt: new Date(reachedAt),
    },
  });
  return player;
}

describe("the ranking", () => {
  test("rank by score, then by time, and find everybody's own rank", async () => {
    const late = await ranked(50, "2026-01-02");
    const early = await ranked(50, "2026-01-01");
    const last = await ranked(1, "2026-01-01");
    const top = await listRanking(late, "plinko-high-roller", 2);
    expect(top.map(({ rank, user, score }) => [rank, user.handle, score])).toEqual([
      [1, early.actor.handle, 50],
      [2, late.actor.handle, 50],
    ]);
    expect(await findOwnRank(last, "plinko-high-roller")).toMatchObject({ rank: 3, score: 1 });
    expect(await findOwnRank(await newPerson(), "plinko-high-roller")).toBeNull();
  });

  test("have a gap where an account is closed", async () => {
    const [gone, viewer] = [await ranked(900, "2026-01-01"), await ranked(800, "2026-01-01")];
    await prisma.user.update({ where: { id: gone.actor.id }, data: { suspendedAt: gone.now, closedAt: gone.now } });
    const first = { rank: 2, score: 800 };
    expect((await listRanking(viewer, "plinko-high-roller", 2))[0]).toMatchObject(first);
    expect((await getLeaderboard(viewer, { game: "plinko-high-roller", limit: 2 })).data[0]).toMatchObject(first);
  });

  test("follow every bet, won or lost, in the bet's own transaction", async () => {
    const player = await newPerson();
    await grant(player, 1000);
    const results = [];
    for (let turn = 0; turn < 12; turn += 1) results.push(await placeBet(player, { bin: 2, amount: 5 }));
    const wins = results.filter(({ won }) => won).length;
    expect(await findOwnRank(player, "plinko")).toMatchObject({ score: wins * 10, gamesPlayed: 12 });
    await expect(placeBet(player, { bin: 2, amount: 900_000 })).rejects.toMatchObject({ code: "insufficient_coins" });
    expect(await findOwnRank(player, "plinko")).toMatchObject({ gamesPlayed: 12 });
  });
});
