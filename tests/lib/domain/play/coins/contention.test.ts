import { describe, expect, test } from "vitest";
import { claimCoins, placeBet, purchaseItem, rotateSeeds } from "@/lib/domain/play/coins/commands";
import { CLAIM_COINS, SHOP } from "@/lib/domain/play/coins/rules";
import { DomainError } from "@/lib/domain/kernel/errors";
import { getFairness } from "@/lib/domain/play/coins/queries";
import { database } from "@/lib/infra/database/db";
import { contend } from "@/tests/support/contention";
import { newPerson } from "@/tests/support/people";
import { books, grant } from "./books";

/** Runs acts concurrently; any error that is not a domain error fails the test. */
async function atOnce<T>(times: number, act: (index: number) => Promise<T>) {
  const results = await contend(times, act);
  const done = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
  for (const reason of refused) expect(reason).toBeInstanceOf(DomainError);
  return { done, refused };
}

describe("concurrent requests of one account", { timeout: 60_000 }, () => {
  test("never overspend in sixty bets, and every entry follows from the previous one", async () => {
    const player = await newPerson();
    const { done, refused } = await atOnce(60, () => placeBet(player, { bin: 0, amount: 2 }));
    expect(done.length + refused.length).toBe(60);
    const { balance, sum, adds } = await books(player);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect([sum, adds]).toEqual([balance, balance]);
    const nonces = done.map(({ fairness }) => fairness.nonce).sort((a, b) => a - b);
    expect(nonces).toEqual(done.map((_, index) => index));
  });

  test("pay a first claim once", async () => {
    const player = await newPerson();
    await grant(player, 0);
    const { done, refused } = await atOnce(10, () => claimCoins(player));
    expect(done).toEqual([{ newBalance: CLAIM_COINS }]);
    expect(refused).toHaveLength(9);
    expect(await books(player)).toMatchObject({ balance: CLAIM_COINS, sum: CLAIM_COINS });
  });

  test("buy the pet once", async () => {
    const player = await newPerson();
    await grant(player, 500);
    const { done, refused } = await atOnce(10, () => purchaseItem(player, { item: "profile-pet" }));
    expect(done).toEqual([{ success: true, newBalance: 500 - SHOP["profile-pet"].price }]);
    expect(refused.map((reason) => (reason as DomainError).code)).toEqual(Array(9).fill("conflict"));
  });

  test("all see the seeds that the first drop uses", async () => {
    const player = await newPerson();
    const [{ done }, bets] = await Promise.all([
      atOnce(8, () => getFairness(player)),
      atOnce(2, () => placeBet(player, { bin: 2, amount: 1 })),
    ]);
    const hashes = new Set(
      [...done, ...bets.done.map(({ fairness }) => fairness)].map(({ serverSeedHash }) => serverSeedHash),
    );
    expect(hashes.size).toBe(1);
  });

  test("leave exact books and one live pair of seeds after two hundred mixed acts", async () => {
    const player = await newPerson();
    await grant(player, SHOP["profile-pet"].price + 10);
    const acts = [
      () => placeBet(player, { bin: 2, amount: 5 }),
      () => placeBet(player, { bin: 1, amount: 17 }),
      () => claimCoins(player),
      () => purchaseItem(player, { item: "profile-pet" }),
      () => rotateSeeds(player, {}),
    ];
    await atOnce(200, (index) => acts[index % acts.length]!() as Promise<unknown>);
    const { balance, sum, adds } = await books(player);
    expect([sum, adds]).toEqual([balance, balance]);
    const { prisma } = database();
    expect(await prisma.plinkoSeed.count({ where: { userId: player.actor.id, revealedAt: null } })).toBe(1);
    expect(
      await prisma.ledgerEntry.count({ where: { userId: player.actor.id, type: "PURCHASE" } }),
    ).toBeLessThanOrEqual(1);
  });
});
