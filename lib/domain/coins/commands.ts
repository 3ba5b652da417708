import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { noteActivity } from "@/lib/domain/presence/commands";
import { closeQuest } from "@/lib/domain/progression/commands";
import type { QuestClaim } from "@/lib/domain/progression/schema";
import { showDrop } from "@/lib/domain/rooms/drops";
import { randomByte } from "./fairness";
import { balanceError, coinsOf, MAX_COINS, moveCoins, lockAccount } from "./ledger";
import { changeOf, drop, payoutOf } from "./plinko";
import { presentFairness } from "./present";
import { CLAIM_BELOW, CLAIM_COINS, SHOP } from "./rules";
import type { Bet, BetResult, ClaimResult, Purchase, PurchaseResult, RotatedFairness, RotateFairness } from "./schema";
import { commitSeed, revealSeed, takeNonce } from "./seeds";

/**
 * Drops a ball for a stake (docs/contract.md#coins-plinko-and-the-shop).
 * @throws DomainError `insufficient_coins`; then neither the balance nor the seeds have changed
 */
export function placeBet(ctx: Context, { bin, amount }: Bet): Promise<BetResult> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx);
    const seed = await takeNonce(tx);
    const { path, landedBin } = drop(await randomByte(seed.serverSeed, seed.clientSeed, seed.nonce));
    const won = landedBin === bin;
    const dropId = idFor(tx, "drop");
    await tx.db.drop.create({
      data: {
        id: dropId,
        userId: tx.actor.id,
        seedId: seed.id,
        nonce: seed.nonce,
        bin,
        landedBin,
        amount,
        createdAt: tx.now,
      },
    });
    // Both bounds depend on the stake alone: a rejection must not reveal where the ball would have landed.
    const stake = { least: amount, most: MAX_COINS - amount };
    const newBalance = await moveCoins(tx, {
      type: won ? "BET_WON" : "BET_LOST",
      change: changeOf(amount, won),
      ...stake,
      dropId,
    });
    if (newBalance === null) throw await balanceError(tx, amount);
    const payout = payoutOf(amount, won);
    await record(tx, "drop.played", { dropId, won, payout }, { subjectId: dropId });
    if (seed.isInRoom) await showDrop(tx, { dropId, amount, bin, landedBin, won, payout });
    tx.afterCommit(() => noteActivity(ctx, "plinko"));
    return { won, payout, newBalance, path, landedBin, fairness: presentFairness(seed) };
  });
}

/** Claims the free top-up, for a balance below `CLAIM_BELOW`. */
export function claimCoins(ctx: Context): Promise<ClaimResult> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx);
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
    await lockAccount(tx);
    const claimed = await closeQuest(tx, key);
    const newBalance = await moveCoins(tx, { type: "QUEST", change: claimed, subjectId: key });
    if (newBalance === null) throw await balanceError(tx, 0);
    return { claimed, newBalance };
  });
}

/**
 * Buys a shop item.
 * @throws DomainError `conflict` for an item that the actor owns, whatever the balance
 */
export function purchaseItem(ctx: Context, { item }: Purchase): Promise<PurchaseResult> {
  return inTransaction(ctx, async (tx) => {
    const { name, price } = SHOP[item];
    await lockAccount(tx);
    const { count } = await tx.db.profile.updateMany({
      where: { userId: tx.actor.id, hasProfilePet: false },
      data: { hasProfilePet: true },
    });
    if (count === 0) throw new DomainError("conflict", `The ${name.toLowerCase()} is yours already.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: item });
    if (newBalance === null) throw await balanceError(tx, price);
    return { success: true, newBalance };
  });
}

/** Reveals the seeds of past drops, and commits new ones. */
export function rotateSeeds(ctx: Context, { clientSeed }: RotateFairness): Promise<RotatedFairness> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx);
    const { serverSeed, ...revealed } = await revealSeed(tx);
    const next = await commitSeed(tx, clientSeed ?? revealed.clientSeed);
    const { serverSeedHash, nonce: drops } = revealed;
    return {
      revealed: { serverSeed, serverSeedHash, clientSeed: revealed.clientSeed, drops },
      next: presentFairness(next),
    };
  });
}
