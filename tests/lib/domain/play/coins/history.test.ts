import { describe, expect, test } from "vitest";
import { claimCoins, placeBet, purchaseItem } from "@/lib/domain/play/coins/commands";
import { findEntry, getShownDrop, listHistory } from "@/lib/domain/play/coins/queries";
import { SHOP } from "@/lib/domain/play/coins/rules";
import type { LedgerEntry } from "@/lib/domain/play/coins/schema";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { createContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { grant } from "./books";

async function wander() {
  const player = await newPerson();
  await grant(player, SHOP["profile-pet"].price + 5);
  await purchaseItem(player, { item: "profile-pet" });
  await claimCoins(player);
  for (let turn = 0; turn < 5; turn += 1) await placeBet(player, { bin: 2, amount: 1 });
  return player;
}

describe("the history", () => {
  test("lists every change once over pages, newest first, with the resulting balance", async () => {
    const player = await wander();
    const entries: LedgerEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await listHistory(player, { limit: 2, cursor });
      entries.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(8);
    expect(entries.slice(5).map(({ type }) => type)).toEqual(["CLAIM", "PURCHASE", "OPENING"]);
    entries.forEach((entry, index) => expect(entry.balance).toBe(entry.amount + (entries[index + 1]?.balance ?? 0)));
  });

  test("filters by kind, and rejects another filter's cursor", async () => {
    const player = await wander();
    const types = async (show: "drops" | "earned" | "spent") =>
      (await listHistory(player, { limit: 50, show })).data.map(({ type }) => type);
    expect(await types("spent")).toEqual(["PURCHASE"]);
    expect(await types("earned")).toEqual(["CLAIM", "OPENING"]);
    expect(await types("drops")).toHaveLength(5);
    const { nextCursor } = await listHistory(player, { limit: 2, show: "drops" });
    expect((await listHistory(player, { limit: 50, show: "drops", cursor: nextCursor! })).data).toHaveLength(3);
    await expect(listHistory(player, { limit: 2, cursor: nextCursor! })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });

  test("is private: nobody can find another account's entry", async () => {
    const player = await wander();
    const [entry] = (await listHistory(player, { limit: 1 })).data;
    expect(await findEntry(player, entry!.id)).toEqual(entry);
    expect(await findEntry(await newPerson(), entry!.id)).toBeNull();
  });
});

test("a shared drop is visible to everybody except people whom a block separates from its player", async () => {
  const [player, reader, blocked] = [await wander(), await newPerson(), await newPerson()];
  const { id } = (await database().prisma.drop.findFirst({ where: { userId: player.actor.id } }))!;
  await blockUser(player, { handle: blocked.actor.handle });
  const visitor = createContext({ actor: null, channel: "session" });
  for (const ctx of [visitor, reader, player])
    expect((await getShownDrop(ctx, { id })).player.handle).toBe(player.actor.handle);
  await expect(getShownDrop(blocked, { id })).rejects.toMatchObject({ code: "not_found" });
  await blockUser(reader, { handle: player.actor.handle });
  await expect(getShownDrop(reader, { id })).rejects.toMatchObject({ code: "not_found" });
});
