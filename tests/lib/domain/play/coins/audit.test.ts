import { describe, expect, test } from "vitest";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { claimCoins, placeBet, rotateSeeds } from "@/lib/domain/play/coins/commands";
import { CLAIM_COINS } from "@/lib/domain/play/coins/rules";
import { createContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { grant } from "./books";

const { prisma } = database();
const violations = async () => (await auditCoins(createContext({ actor: null, channel: "session" }))).violations;

/** Tampers with the database, runs the audit and undoes the change. */
async function tampered(statement: string, undo: string) {
  await prisma.$executeRawUnsafe(statement);
  const found = await violations();
  await prisma.$executeRawUnsafe(undo);
  return found;
}

describe("the audit of coins", () => {
  test("has no violations for honest play, and finds every kind of tampering", async () => {
    const player = await newPerson();
    const { id } = player.actor;
    await grant(player, 9);
    await claimCoins(player);
    for (let turn = 0; turn < 4; turn += 1) await placeBet(player, { bin: 2, amount: 2 });
    await rotateSeeds(player, {});
    await placeBet(player, { bin: 2, amount: 1 });
    expect(await violations()).toEqual([]);

    const balance = await tampered(`UPDATE "Profile" SET coins = coins + 1`, `UPDATE "Profile" SET coins = coins - 1`);
    expect(balance).toEqual([
      { subject: id, problem: expect.stringMatching(/^the balance is \d+ and the ledger sums to \d+$/) },
    ]);
    const claim = await tampered(
      `UPDATE "LedgerEntry" SET balance = balance + 1 WHERE type = 'CLAIM'`,
      `UPDATE "LedgerEntry" SET balance = balance - 1 WHERE type = 'CLAIM'`,
    );
    expect(claim).toEqual([
      { subject: id, problem: expect.stringContaining(`where the entries before it lead to ${9 + CLAIM_COINS}`) },
    ]);
    const stake = await tampered(
      `UPDATE "Drop" SET amount = amount + 1 WHERE amount = 1`,
      `UPDATE "Drop" SET amount = amount - 1 WHERE amount = 2 AND nonce = 0 AND "seedId" IN (SELECT id FROM "PlinkoSeed" WHERE nonce = 1)`,
    );
    expect(stake).toEqual([{ subject: id, problem: expect.stringContaining("do not agree") }]);
    const nonce = await tampered(
      `UPDATE "PlinkoSeed" SET nonce = nonce + 1 WHERE "revealedAt" IS NULL`,
      `UPDATE "PlinkoSeed" SET nonce = nonce - 1 WHERE "revealedAt" IS NULL`,
    );
    expect(nonce).toEqual([{ subject: id, problem: expect.stringContaining("counts 2 drops and has 1") }]);
    const seed = await tampered(
      `UPDATE "PlinkoSeed" SET "clientSeed" = "clientSeed" || '?'`,
      `UPDATE "PlinkoSeed" SET "clientSeed" = rtrim("clientSeed", '?')`,
    );
    for (const { problem } of seed) expect(problem).toMatch(/its seeds lead to/);
    expect(await violations()).toEqual([]);
  });
});
