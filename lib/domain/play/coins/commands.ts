import { commitWith, type Context, idFor, inTransaction, write } from "@/lib/domain/kernel/context";
import { conflict, DomainError } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { noteActivity } from "@/lib/domain/people/presence/commands";
import { claimReward } from "@/lib/domain/play/progression/commands";
import type { QuestClaim } from "@/lib/domain/play/progression/schema";
import { showDrop } from "@/lib/domain/play/rooms/drops";
import { awardDrop } from "./awarding";
import { changeOf, drop, payoutOf, randomByte } from "./plinko";
import { balanceError, coinsOf, MAX_COINS, moveCoins, lockLedger } from "./ledger";
import { CLAIM_BELOW, CLAIM_COINS, SHOP } from "./rules";
import type { Bet, BetResult, ClaimResult, Purchase, PurchaseResult, RotatedFairness, RotateFairness } from "./schema";
import { commitSeed, presentFairness, revealSeed, type Seed, takeNonce } from "./seeds";

/**
 * Drops a ball for a stake (docs/contract.md#coins-plinko-and-the-shop).
 * @throws DomainError `insufficient_coins`: then nothing has changed
 */
export function placeBet(ctx: Context, { bin, amount }: Bet): Promise<BetResult> {
  return inTransaction(ctx, async (tx) => {
    // Both bounds depend on the stake alone: a rejection must not reveal where the ball would have landed.
    const stake = { least: amount, most: MAX_COINS - amount };
    const [, seed] = await Promise.all([lockLedger(tx), takeNonce(tx, stake)]);
    if (!seed) throw await balanceError(tx, amount);
    const { path, landedBin } = drop(await randomByte(seed.serverSeed, seed.clientSeed, seed.nonce));
    const won = landedBin === bin;
    const payout = payoutOf(amount, won);
    const dropId = idFor(tx, "drop");
    if (seed.isInRoom) await showDrop(tx, { dropId, amount, bin, landedBin, won, payout });
    const type = won ? "BET_WON" : "BET_LOST";
    // The account is locked, so the balance that was checked when the nonce was taken still holds.
    const [, newBalance, , award] = await commitWith(
      tx,
      Promise.all([
        insertDrop(tx, { id: dropId, seed, bin, landedBin, amount }),
        moveCoins(tx, { type, change: changeOf(amount, won), ...stake, dropId }),
        record(tx, "drop.played", { dropId, bin, landedBin, amount, won, payout }, { subjectId: dropId }),
        awardDrop(tx, { bin, won }),
        noteActivity(tx, "plinko"),
      ]),
    );
    if (newBalance === null) throw new Error("A locked balance has changed");
    return { won, payout, newBalance, path, landedBin, fairness: presentFairness(seed), dropId, ...award };
  });
}

interface NewDrop {
  id: string;
  seed: Seed;
  bin: number;
  landedBin: number;
  amount: number;
}

async function insertDrop(tx: Context, { id, seed, bin, landedBin, amount }: NewDrop): Promise<void> {
  await write(tx, "coins.drop")`
    INSERT INTO "Drop" (id, "userId", "seedId", nonce, bin, "landedBin", amount, "createdAt")
    VALUES (${id}, ${tx.actor.id}, ${seed.id}, ${seed.nonce}, ${bin}, ${landedBin}, ${amount}, ${tx.now})`;
}

export function claimCoins(ctx: Context): Promise<ClaimResult> {
  return inTransaction(ctx, async (tx) => {
    await lockLedger(tx);
    const newBalance = await moveCoins(tx, { type: "CLAIM", change: CLAIM_COINS, most: CLAIM_BELOW - 1 });
    if (newBalance === null) {
      throw new DomainError(
        "insufficient_coins",
        `Claims need a balance below ${CLAIM_BELOW}, and you have ${await coinsOf(tx)} coins.`,
      );
    }
    return { newBalance };
  });
}

/** Pays the coins of a completed quest, once. */
export function claimQuest(ctx: Context, { key }: { key: string }): Promise<QuestClaim> {
  return inTransaction(ctx, async (tx) => {
    await lockLedger(tx);
    const claimed = await claimReward(tx, key);
    const newBalance = await moveCoins(tx, { type: "QUEST", change: claimed, subjectId: key });
    if (newBalance === null) throw await balanceError(tx, 0);
    return { claimed, newBalance };
  });
}

/** Buys an item of the shop. @throws DomainError `conflict` for an item that the actor owns, whatever the balance */
export function purchaseItem(ctx: Context, { item }: Purchase): Promise<PurchaseResult> {
  return inTransaction(ctx, async (tx) => {
    const { name, price } = SHOP[item];
    await lockLedger(tx);
    const bought = await write(tx, "coins.pet")`
      UPDATE "Profile" SET "hasProfilePet" = true WHERE "userId" = ${tx.actor.id} AND NOT "hasProfilePet"`;
    if (bought === 0) throw conflict(`The ${name.toLowerCase()} is yours already.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: item });
    if (newBalance === null) throw await balanceError(tx, price);
    return { success: true, newBalance };
  });
}

/** Reveals the seeds of past drops, and commits to new ones. */
export function rotateSeeds(ctx: Context, { clientSeed }: RotateFairness): Promise<RotatedFairness> {
  return inTransaction(ctx, async (tx) => {
    await lockLedger(tx);
    const { serverSeed, ...revealed } = await revealSeed(tx);
    const next = await commitSeed(tx, clientSeed ?? revealed.clientSeed);
    const { serverSeedHash, nonce: drops } = revealed;
    return {
      revealed: { serverSeed, serverSeedHash, clientSeed: revealed.clientSeed, drops },
      next: presentFairness(next),
    };
  });
}
