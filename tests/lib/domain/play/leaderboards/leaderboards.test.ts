import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { recordDrop } from "@/lib/domain/play/leaderboards/commands";
import { getLeaderboard } from "@/lib/domain/play/leaderboards/queries";
import { GAME_KEYS, GAMES } from "@/lib/domain/play/leaderboards/rules";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

beforeEach(async () => {
  await database().prisma.leaderboardRecord.deleteMany();
});

const won = (coins: number) => ({ won: true, payout: coins });
const lost = { won: false, payout: 0 };
const play = (player: Account, drop: { won: boolean; payout: number }, at?: Date) =>
  inTransaction(player.ctx(at), (tx) => recordDrop(tx, drop));
const board = async (player: Account, game: string, limit = 25) =>
  (await getLeaderboard(player.ctx(), { game, limit })).data;

describe("a drop", () => {
  test("adds up, extends or ends a streak, and competes for the biggest win", async () => {
    const player = await newAccount();
    for (const drop of [won(20), won(6), lost, won(8), lost]) await play(player, drop);
    const score = async (game: string) =>
      (await board(player, game)).map((row) => [row.username, row.score, row.gamesPlayed]);
    expect(await score("plinko")).toEqual([[player.handle, 34, 5]]);
    expect(await score("plinko-streak")).toEqual([[player.handle, 2, 5]]);
    expect(await score("plinko-high-roller")).toEqual([[player.handle, 20, 5]]);
    await play(player, won(4));
    await play(player, won(4));
    await play(player, won(4));
    expect(await score("plinko-streak")).toEqual([[player.handle, 3, 8]]);
  });

  test("lost ranks a newcomer with zero", async () => {
    const player = await newAccount();
    await play(player, lost);
    for (const game of GAME_KEYS.filter((key) => "step" in GAMES[key]))
      expect(await board(player, game)).toEqual([{ rank: 1, username: player.handle, score: 0, gamesPlayed: 1 }]);
  });

  test("is counted among thirty concurrent ones", async () => {
    const player = await newAccount();
    await Promise.all(Array.from({ length: 30 }, () => play(player, won(2))));
    expect((await board(player, "plinko"))[0]).toMatchObject({ score: 60, gamesPlayed: 30 });
    expect((await board(player, "plinko-streak"))[0]).toMatchObject({ score: 30 });
  });

  test("whose bet fails changes nothing", async () => {
    const player = await newAccount();
    const failing = inTransaction(player.ctx(), async (tx) => {
      await recordDrop(tx, won(2));
      throw new Error("the bet failed");
    });
    await expect(failing).rejects.toThrow("the bet failed");
    expect(await board(player, "plinko")).toEqual([]);
  });
});

describe("a leaderboard", () => {
  test("ranks by score, then by who reached it first", async () => {
    const [late, early, best] = [await newAccount(), await newAccount(), await newAccount()];
    await play(late, won(10), new Date("2026-02-02T00:00:00Z"));
    await play(early, won(10), new Date("2026-02-01T00:00:00Z"));
    // Playing on without a higher score does not lose the rank.
    await play(early, lost, new Date("2026-02-03T00:00:00Z"));
    await play(best, won(12), new Date("2026-02-04T00:00:00Z"));
    expect((await board(late, "plinko")).map(({ rank, username }) => [rank, username])).toEqual([
      [1, best.handle],
      [2, early.handle],
      [3, late.handle],
    ]);
    expect(await board(late, "plinko", 1)).toHaveLength(1);
  });

  test("names its metric", async () => {
    const { ctx } = await newAccount();
    const metrics = await Promise.all(
      GAME_KEYS.map(async (game) => (await getLeaderboard(ctx(), { game, limit: 1 })).metric),
    );
    expect(metrics).toEqual(["totalWon", "longestStreak", "biggestWin", "rating"]);
  });

  test("of an unknown game is rejected with the valid games", async () => {
    const { ctx } = await newAccount();
    for (const game of ["chess", "__proto__", ""]) {
      await expect(getLeaderboard(ctx(), { game, limit: 25 })).rejects.toMatchObject({
        code: "unknown_game",
        message: expect.stringContaining("plinko, plinko-streak, plinko-high-roller") as string,
      });
    }
  });
});
