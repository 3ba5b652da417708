import { describe, expect, test } from "vitest";
import { claimCoins, purchaseItem } from "@/lib/domain/play/coins/commands";
import { getBalance } from "@/lib/domain/play/coins/queries";
import { SHOP } from "@/lib/domain/play/coins/rules";
import { newPerson } from "@/tests/support/people";
import { books, grant } from "./books";

const { price } = SHOP["profile-pet"];

describe("the claim", () => {
  test("adds ten coins below ten, never at ten or more", async () => {
    const player = await newPerson();
    await grant(player, 9);
    expect(await claimCoins(player)).toEqual({ newBalance: 19 });
    await expect(claimCoins(player)).rejects.toThrow("Claims need a balance below 10, and you have 19 coins.");
    expect(await books(player)).toMatchObject({ balance: 19, sum: 19, types: ["OPENING", "CLAIM"] });
  });

  test("is rejected without a record, which counts as ten coins", async () => {
    const player = await newPerson();
    await expect(claimCoins(player)).rejects.toMatchObject({ code: "insufficient_coins" });
    expect((await books(player)).balance).toBeNull();
  });
});

describe("the shop", () => {
  test("sells the pet for its price", async () => {
    const player = await newPerson();
    await grant(player, price);
    expect(await purchaseItem(player, { item: "profile-pet" })).toEqual({ success: true, newBalance: 0 });
    expect(await getBalance(player)).toEqual({ coins: 0, hasProfilePet: true });
    expect(await books(player)).toMatchObject({ sum: 0, types: ["OPENING", "PURCHASE"] });
  });

  test("rejects a purchase below the price, and changes neither coins nor pet", async () => {
    const player = await newPerson();
    await grant(player, price - 1);
    await expect(purchaseItem(player, { item: "profile-pet" })).rejects.toThrow(
      `That takes ${price} coins, and you have ${price - 1} coins.`,
    );
    expect(await getBalance(player)).toEqual({ coins: price - 1, hasProfilePet: false });
  });

  test("never sells twice, and says so whatever the balance", async () => {
    const player = await newPerson();
    await grant(player, price);
    await purchaseItem(player, { item: "profile-pet" });
    await expect(purchaseItem(player, { item: "profile-pet" })).rejects.toMatchObject({ code: "conflict" });
  });
});
