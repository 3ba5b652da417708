import { balanceError, countCoins, lockAccount, moveCoins } from "@/lib/domain/coins/ledger";
import { type Context, inTransaction } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { lockBuild } from "./locked-build";

/**
 * Buys a build: pays its price to the author, once. Free builds and one's own cannot be bought. `price` is the price
 * that the buyer saw: if it has changed, nothing is bought. The build stays locked until the coins have moved, so that
 * its author cannot change the price in between.
 */
export function buyBuild(
  ctx: Context,
  { slug, price: priceSeen }: { slug: string; price: number },
): Promise<{ newBalance: number }> {
  return inTransaction(ctx, async (tx) => {
    const { id, authorId, price, title } = await lockBuild(tx, slug);
    if (authorId === tx.actor.id) throw new DomainError("conflict", "This build is your own.");
    if (price === null) throw new DomainError("conflict", "This build is free: there is nothing to pay.");
    for (const userId of [authorId, tx.actor.id].sort()) await lockAccount(tx, userId);
    const purchase = { buildId: id, userId: tx.actor.id, price, createdAt: tx.now };
    const { count } = await tx.db.buildPurchase.createMany({ data: purchase, skipDuplicates: true });
    if (count === 0) throw new DomainError("conflict", "This build is yours already.");
    if (price !== priceSeen)
      throw new DomainError("conflict", `The price has changed: it is ${countCoins(price)} now. Nothing was paid.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: id });
    if (newBalance === null) throw await balanceError(tx, price);
    const earned = await moveCoins(tx, { userId: authorId, type: "SALE", change: price, subjectId: id });
    if (earned === null) throw new DomainError("conflict", "Its author's balance is as high as a balance can be.");
    const preview = `bought “${title}” for ${countCoins(price)}.`;
    const notice = { userIds: [authorId], aboutUserId: tx.actor.id, preview, link: `/builds/${slug}`, buildId: id };
    await record(tx, "build.bought", { buildId: id, price }, { subjectId: `${id} ${tx.actor.id}`, notices: [notice] });
    return { newBalance };
  });
}
