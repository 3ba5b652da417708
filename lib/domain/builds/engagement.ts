import { balanceError, countCoins, moveCoins, lockAccount } from "@/lib/domain/coins/ledger";
import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { notFound, DomainError } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { findMentions } from "@/lib/domain/mentions/queries";
import { presentPerson } from "@/lib/domain/users/present";
import { visibleBuild } from "@/lib/domain/visibility";
import type { BuildComment } from "./schema";

interface Slug {
  slug: string;
}

interface LockedBuild {
  id: string;
  authorId: string;
  title: string;
  price: number | null;
  likesCount: number;
}

/** Likes a build. Liking it again changes nothing. */
export function likeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const added = await tx.db.$executeRaw`INSERT INTO "BuildLike" ("buildId", "userId", "createdAt")
        VALUES (${build.id}, ${tx.actor.id}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (added > 0) {
      await tx.db.build.update({
        where: { id: build.id },
        data: { likesCount: { increment: 1 } },
        select: { id: true },
      });
      const notice = { userIds: [build.authorId], preview: build.title, link: `/builds/${slug}`, buildId: build.id };
      await record(tx, "build.liked", { buildId: build.id }, { subjectId: build.id, notices: [notice] });
    }
    return { liked: true, likeCount: build.likesCount + added };
  });
}

export function unlikeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const { count } = await tx.db.buildLike.deleteMany({ where: { buildId: build.id, userId: tx.actor.id } });
    if (count > 0) {
      await tx.db.build.update({
        where: { id: build.id },
        data: { likesCount: { decrement: 1 } },
        select: { id: true },
      });
      await record(tx, "build.unliked", { buildId: build.id }, { subjectId: build.id });
    }
    return { liked: false, likeCount: build.likesCount - count };
  });
}

export function commentOnBuild(ctx: Context, { slug, content }: Slug & { content: string }): Promise<BuildComment> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const comment = { id: idFor(tx, "bcm"), content, createdAt: tx.now };
    await tx.db.buildComment.create({
      data: { ...comment, mentions: await findMentions(tx, content), buildId: build.id, authorId: tx.actor.id },
      select: { id: true },
    });
    await tx.db.build.update({
      where: { id: build.id },
      data: { commentsCount: { increment: 1 } },
      select: { id: true },
    });
    const link = `/builds/${slug}#${comment.id}`;
    const notice = { userIds: [build.authorId], preview: content, link, buildId: build.id };
    const data = { buildId: build.id, commentId: comment.id };
    await record(tx, "build.commented", data, { subjectId: comment.id, notices: [notice] });
    return { ...comment, createdAt: tx.now.toISOString(), author: presentPerson(tx.actor) };
  });
}

/**
 * Buys a build: pays its author the price, once. A free build or one's own cannot be bought. `price` is what the buyer
 * saw: at any other price nothing happens. The build stays locked until the coins have moved, so that its author cannot
 * change the price in between.
 */
export function buyBuild(
  ctx: Context,
  { slug, price: priceSeen }: Slug & { price: number },
): Promise<{ newBalance: number }> {
  return inTransaction(ctx, async (tx) => {
    const { id, authorId, price, title } = await lockBuild(tx, slug);
    if (authorId === tx.actor.id) throw new DomainError("conflict", "This build is your own.");
    if (price === null) throw new DomainError("conflict", "This build is free: there is nothing to pay.");
    for (const userId of [authorId, tx.actor.id].sort()) await lockAccount(tx, userId);
    const bought = await tx.db.$executeRaw`
      INSERT INTO "BuildPurchase" ("buildId", "userId", price, "createdAt")
        VALUES (${id}, ${tx.actor.id}, ${price}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (bought === 0) throw new DomainError("conflict", "This build is yours already.");
    if (price !== priceSeen)
      throw new DomainError("conflict", `The price has changed: it is ${countCoins(price)} now. Nothing was paid.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: id });
    if (newBalance === null) throw await balanceError(tx, price);
    const earned = await moveCoins(tx, { userId: authorId, type: "SALE", change: price, subjectId: id });
    if (earned === null) throw new DomainError("conflict", "Its author's balance is as high as a balance can be.");
    const preview = `bought “${title}” for ${price} coins.`;
    const notice = { userIds: [authorId], aboutUserId: tx.actor.id, preview, link: `/builds/${slug}`, buildId: id };
    await record(tx, "build.bought", { buildId: id }, { subjectId: `${id} ${tx.actor.id}`, notices: [notice] });
    return { newBalance };
  });
}

/** Locks the build's row until the transaction ends, so that its counters match its rows. */
async function lockBuild(tx: Context, slug: string): Promise<LockedBuild> {
  const [build] = await tx.db.$queryRaw<LockedBuild[]>`
    SELECT id, "authorId", title, price, "likesCount" FROM "Build" b
     WHERE slug = ${slug} AND ${visibleBuild(tx.actor.id)} FOR NO KEY UPDATE`;
  if (!build) throw notFound();
  return build;
}
