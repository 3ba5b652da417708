import { describe, expect, test } from "vitest";
import { placeBet, rotateSeeds } from "@/lib/domain/play/coins/commands";
import { drop, randomByte, verifyDrop } from "@/lib/domain/play/coins/plinko";
import { MAX_COINS } from "@/lib/domain/play/coins/ledger";
import { getBalance, getFairness, listHistory } from "@/lib/domain/play/coins/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { books, grant } from "./books";

describe("a bet", () => {
  test("adds its amount in the chosen bin, and subtracts it in every other", async () => {
    const player = await newPerson();
    await grant(player, 100);
    let coins = 100;
    for (let turn = 0; turn < 12; turn += 1) {
      const { won, payout, newBalance, landedBin } = await placeBet(player, { bin: 2, amount: 3 });
      expect(won).toBe(landedBin === 2);
      expect(payout).toBe(won ? 6 : 0);
      expect(newBalance).toBe((coins += won ? 3 : -3));
    }
    expect(await getBalance(player)).toEqual({ coins, hasProfilePet: false });
  });

  test("opens a record with ten coins, explained in the ledger", async () => {
    const player = await newPerson();
    expect(await getBalance(player)).toEqual({ coins: 10, hasProfilePet: false });
    expect((await books(player)).balance).toBeNull();
    const { newBalance } = await placeBet(player, { bin: 0, amount: 4 });
    const { balance, sum, types, entries } = await books(player);
    expect({ balance, sum }).toEqual({ balance: newBalance, sum: newBalance });
    expect(types).toEqual(["OPENING", newBalance > 10 ? "BET_WON" : "BET_LOST"]);
    expect(entries[1]!.createdAt.getTime()).toBeGreaterThan(entries[0]!.createdAt.getTime());
  });

  test("that costs too much changes nothing, not even the nonce", async () => {
    const player = await newPerson();
    await expect(placeBet(player, { bin: 0, amount: 11 })).rejects.toMatchObject({ code: "insufficient_coins" });
    expect(await books(player)).toMatchObject({ balance: null, types: [] });
    expect(await getFairness(player)).toMatchObject({ nonce: 0 });
    await expect(placeBet(player, { bin: 0, amount: 11 })).rejects.toThrow(
      "That takes 11 coins, and you have 10 coins.",
    );
    expect(await database().prisma.drop.count({ where: { userId: player.actor.id } })).toBe(0);
    expect(await getFairness(player)).toMatchObject({ nonce: 0 });
  });

  test("at the maximum balance is rejected before it reveals the landing", async () => {
    const player = await newPerson();
    await grant(player, MAX_COINS);
    await expect(placeBet(player, { bin: 2, amount: 1 })).rejects.toMatchObject({ code: "insufficient_coins" });
    expect(await getBalance(player)).toMatchObject({ coins: MAX_COINS });
  });

  test("lands where the committed seeds lead, with the next nonce each time", async () => {
    const player = await newPerson();
    const promised = await getFairness(player);
    const results = [];
    for (const nonce of [0, 1, 2]) {
      const result = await placeBet(player, { bin: 2, amount: 1 });
      expect(result.fairness).toEqual({ ...promised, nonce });
      results.push(result);
    }
    const { revealed, next } = await rotateSeeds(player, { clientSeed: "my own" });
    expect(revealed).toMatchObject({
      serverSeedHash: promised.serverSeedHash,
      clientSeed: promised.clientSeed,
      drops: 3,
    });
    expect(next).toMatchObject({ clientSeed: "my own", nonce: 0 });
    expect(next.serverSeedHash).not.toBe(promised.serverSeedHash);
    for (const { fairness, landedBin, path } of results) {
      const proof = await verifyDrop({ ...fairness, serverSeed: revealed.serverSeed, landedBin });
      expect(proof).toMatchObject({ seedMatches: true, landingMatches: true, path });
      expect(path).toEqual(drop(await randomByte(revealed.serverSeed, fairness.clientSeed, fairness.nonce)).path);
    }
  });

  test("shows its seed in the history only once it is revealed", async () => {
    const player = await newPerson();
    await placeBet(player, { bin: 1, amount: 1 });
    const seedOf = async () => (await listHistory(player, { limit: 1 })).data[0]?.bet?.fairness.serverSeed;
    expect(await seedOf()).toBeNull();
    const { revealed } = await rotateSeeds(player, {});
    expect(await seedOf()).toBe(revealed.serverSeed);
  });

  test("advances today's quest, which the third one completes", async () => {
    const player = await newPerson();
    for (let turn = 0; turn < 3; turn += 1) await placeBet(player, { bin: 2, amount: 1 });
    const quest = await database().prisma.questProgress.findFirst({
      where: { userId: player.actor.id, questKey: "play" },
    });
    expect(quest).toMatchObject({ count: 3, claimedAt: null });
    expect(quest?.completedAt).not.toBeNull();
  });
});
