import { expect, test } from "vitest";
import { builds } from "@/lib/api/session/builds";
import { buyBuild, editBuild } from "@/lib/domain/writing/builds/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { books, grant } from "@/tests/lib/domain/play/coins/books";
import { BUILD_DRAFT, newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";

async function sale(price: number | null, coins: number) {
  const [author, buyer] = [await newPerson(), await newPerson()];
  await grant(author, 0);
  await grant(buyer, coins);
  const slug = await newBuild(author, { price });
  const reprice = (price: number | null) => editBuild(author, { ...BUILD_DRAFT, slug, price });
  const coinsOf = async () => [(await books(buyer)).balance, (await books(author)).balance];
  return { author, buyer, slug, reprice, coinsOf };
}

const purchases = ({ actor }: Context) => database().prisma.buildPurchase.count({ where: { userId: actor.id } });

test("rejects a purchase at an outdated price with the current one, and moves nothing", async () => {
  const { buyer, slug, reprice, coinsOf } = await sale(4, 1000);
  for (const [price, words] of [
    [1000, /1,000 coins/],
    [3, /3 coins/],
    [1, /1 coin now/],
  ] as const) {
    await reprice(price);
    await expect(buyBuild(buyer, { slug, price: 4 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(words) as string,
    });
    expect([await coinsOf(), await purchases(buyer)]).toEqual([[1000, 0], 0]);
  }
  await reprice(null);
  await expect(buyBuild(buyer, { slug, price: 4 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/free/) as string,
  });
  await reprice(4);
  expect(await buyBuild(buyer, { slug, price: 4 })).toEqual({ newBalance: 996 });
  expect(await coinsOf()).toEqual([996, 4]);
});

test("tells a buyer that they own a build, whatever its price is now", async () => {
  const { buyer, slug, reprice, coinsOf } = await sale(4, 10);
  await buyBuild(buyer, { slug, price: 4 });
  await reprice(9);
  await expect(buyBuild(buyer, { slug, price: 4 })).rejects.toMatchObject({
    message: expect.stringMatching(/yours already/) as string,
  });
  expect(await coinsOf()).toEqual([6, 4]);
});

test("never charges more than the agreed price when the author changes it meanwhile", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { buyer, slug, reprice, coinsOf } = await sale(5, 500);
    const [bought] = await Promise.allSettled([buyBuild(buyer, { slug, price: 5 }), reprice(500), reprice(499)]);
    expect(await coinsOf()).toEqual(bought.status === "fulfilled" ? [495, 5] : [500, 0]);
    expect(await purchases(buyer)).toBe(bought.status === "fulfilled" ? 1 : 0);
  }
});

test("requires a purchase to state its price", () => {
  const { body } = builds.buy;
  for (const given of [{}, { price: null }, { price: "4" }, { price: 0 }, { price: 1.5 }, { price: 4, coins: 4 }])
    expect(body?.safeParse(given).success).toBe(false);
  expect(body?.parse({ price: 4 })).toEqual({ price: 4 });
});
