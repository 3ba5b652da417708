import { describe, expect, test } from "vitest";
import { claimQuest, placeBet } from "@/lib/domain/play/coins/commands";
import { getBalance } from "@/lib/domain/play/coins/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { books } from "@/tests/lib/domain/play/coins/books";
import { newPerson } from "@/tests/support/people";

const MONDAY = new Date("2026-03-02T23:50:00Z");
const TUESDAY = new Date("2026-03-03T00:10:00Z");

async function playThree(player: Context) {
  for (let turn = 0; turn < 3; turn += 1) await placeBet(player, { bin: 2, amount: 1 });
}

const playOf = async (player: Context) => (await listQuests(player)).data.find(({ key }) => key === "play");

describe("a daily quest", () => {
  test("counts to its goal, keeps its coins until claimed, and pays once", async () => {
    const player = await newPerson({ now: MONDAY });
    await placeBet(player, { bin: 2, amount: 1 });
    expect(await playOf(player)).toMatchObject({ count: 1, goal: 3, waiting: 0 });
    await expect(claimQuest(player, { key: "play" })).rejects.toMatchObject({ code: "conflict" });
    await placeBet(player, { bin: 2, amount: 1 });
    const { newBalance: before } = await placeBet(player, { bin: 2, amount: 1 });
    expect(await playOf(player)).toMatchObject({ count: 3, waiting: 1 });
    const claims = await Promise.allSettled([1, 2, 3].map(() => claimQuest(player, { key: "play" })));
    expect(claims.flatMap((claim) => (claim.status === "fulfilled" ? [claim.value] : []))).toEqual([
      { claimed: 1, newBalance: before + 1 },
    ]);
    expect(await getBalance(player)).toMatchObject({ coins: before + 1 });
    const { balance, sum, types } = await books(player);
    expect(sum).toBe(balance);
    expect(types.at(-1)).toBe("QUEST");
  });

  test("restarts at midnight UTC, and earlier rewards can still be claimed", async () => {
    const player = await newPerson({ now: MONDAY });
    await playThree(player);
    const tuesday = { ...player, now: TUESDAY };
    expect(await listQuests(tuesday)).toMatchObject({ resetsAt: "2026-03-04T00:00:00.000Z" });
    expect(await playOf(tuesday)).toMatchObject({ count: 0, waiting: 1 });
    await playThree(tuesday);
    expect(await claimQuest(tuesday, { key: "play" })).toMatchObject({ claimed: 2 });
  });

  test("that does not exist is not found, including inherited property names", async () => {
    const player = await newPerson();
    for (const key of ["nope", "toString", "__proto__"])
      await expect(claimQuest(player, { key })).rejects.toMatchObject({ code: "not_found" });
  });
});
