import { type Context, idFor, inTransaction, read } from "@/lib/domain/context";
import { conflict, invalid, notFound } from "@/lib/domain/errors";
import { renderForSaving } from "@/lib/domain/markdown/rendering";
import { freeSlug } from "@/lib/domain/slug";
import { lockOpenAccount } from "@/lib/domain/guards/locks";
import { visibleBuild } from "@/lib/domain/visibility";
import { balanceError, countCoins, lockAccount, moveCoins } from "@/lib/domain/coins/ledger";
import { record } from "@/lib/domain/events/commands";
import type { Build, Prisma } from "@/lib/infra/prisma/client";
import { MAX_BUILDS } from "./rules";
import type { BuildDraft } from "./schema";

interface Slug {
  slug: string;
}

/**
 * Publishes a build in the marketplace.
 * @throws DomainError `conflict` beyond `MAX_BUILDS` of one author
 */
export async function publishBuild(ctx: Context, draft: BuildDraft): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    await lockOpenAccount(tx);
    if ((await tx.db.build.count({ where: { authorId: tx.actor.id, deletedAt: null } })) >= MAX_BUILDS) {
      throw conflict(`An account has at most ${MAX_BUILDS} builds. Take one down that you no longer want to show.`);
    }
    const id = idFor(tx, "build");
    const slug = await freeSlug(tx, draft.title, (slug) =>
      tx.db.build.findUnique({ where: { slug }, select: { id: true } }),
    );
    await tx.db.build.create({
      data: {
        id,
        slug,
        authorId: tx.actor.id,
        ...(await columnsOf(tx, draft)),
        ...rendered,
        publishedAt: tx.now,
        updatedAt: tx.now,
      },
      select: { id: true },
    });
    return { slug };
  });
}

/** Edits one of the actor's own builds. Its address stays, whatever its new title. */
export async function editBuild(ctx: Context, { slug, ...draft }: BuildDraft & Slug): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.build.updateMany({
      where: ownLive(tx, slug),
      data: { ...(await columnsOf(tx, draft)), ...rendered, updatedAt: tx.now },
    });
    if (count === 0) throw notFound();
    return { slug };
  });
}

/** Takes down one of the actor's own builds. */
export async function removeBuild(ctx: Context, { slug }: Slug): Promise<void> {
  const { count } = await ctx.db.build.updateMany({ where: ownLive(ctx, slug), data: { deletedAt: ctx.now } });
  if (count === 0) throw notFound();
}

const renderReadme = ({ actor }: Context, { title, readme }: BuildDraft) =>
  renderForSaving({ source: readme, title }, { param: "readme", name: "A readme", owner: actor.id });

const ownLive = (ctx: Context, slug: string) => ({ slug, authorId: ctx.actor.id, deletedAt: null });

async function columnsOf(tx: Context, { category, technologies, ...rest }: BuildDraft) {
  const known = await tx.db.buildCategory.findUnique({ where: { slug: category }, select: { slug: true } });
  if (!known) throw invalid([{ param: "category", message: "There is no such category" }]);
  return { ...rest, categorySlug: category, technologies: withoutDuplicates(technologies) };
}

/** Removes duplicates regardless of case, and keeps the first spelling. */
function withoutDuplicates(names: string[]): string[] {
  return names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}

/** Takes down the builds of a closed account. */
export async function takeDownOwnBuilds({ db, actor, now }: Context): Promise<void> {
  await db.build.updateMany({ where: { authorId: actor.id, deletedAt: null }, data: { deletedAt: now } });
}

/** Restores the builds that closing the account took down. */
export async function restoreBuilds({ db, actor }: Context, closedAt: Date): Promise<void> {
  await db.build.updateMany({ where: { authorId: actor.id, deletedAt: closedAt }, data: { deletedAt: null } });
}

type LockedBuild = Pick<Build, "id" | "authorId" | "title" | "price" | "likesCount">;

/** Locks the build's row until the transaction ends, so that its counters match its rows. */
export async function lockBuild(tx: Context, slug: string): Promise<LockedBuild> {
  const [build] = await read<LockedBuild>(tx, "builds.lock")`
    SELECT id, "authorId", title, price, "likesCount" FROM "Build" b
    WHERE slug = ${slug} AND ${visibleBuild(tx.actor.id)} FOR NO KEY UPDATE`;
  if (!build) throw notFound();
  return build;
}

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
    if (authorId === tx.actor.id) throw conflict("This build is your own.");
    if (price === null) throw conflict("This build is free: there is nothing to pay.");
    for (const userId of [authorId, tx.actor.id].sort()) await lockAccount(tx, userId);
    const purchase = { buildId: id, userId: tx.actor.id, price, createdAt: tx.now };
    const { count } = await tx.db.buildPurchase.createMany({ data: purchase, skipDuplicates: true });
    if (count === 0) throw conflict("This build is yours already.");
    if (price !== priceSeen) throw conflict(`The price has changed: it is ${countCoins(price)} now. Nothing was paid.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: id });
    if (newBalance === null) throw await balanceError(tx, price);
    const earned = await moveCoins(tx, { userId: authorId, type: "SALE", change: price, subjectId: id });
    if (earned === null) throw conflict("Its author's balance is as high as a balance can be.");
    const preview = `bought “${title}” for ${countCoins(price)}.`;
    const notice = { userIds: [authorId], aboutUserId: tx.actor.id, preview, link: `/builds/${slug}`, buildId: id };
    await record(tx, "build.bought", { buildId: id, price }, { subjectId: `${id} ${tx.actor.id}`, notices: [notice] });
    return { newBalance };
  });
}

/** Changes a counter of a locked build. */
export async function countOnBuild(
  tx: Context,
  id: string,
  counter: Pick<Prisma.BuildUpdateInput, "likesCount" | "commentsCount">,
): Promise<void> {
  await tx.db.build.update({ where: { id }, data: counter, select: { id: true } });
}

/** Likes a build. Liking it again changes nothing. */
export function likeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const like = { buildId: build.id, userId: tx.actor.id, createdAt: tx.now };
    const { count } = await tx.db.buildLike.createMany({ data: like, skipDuplicates: true });
    if (count > 0) {
      await countOnBuild(tx, build.id, { likesCount: { increment: 1 } });
      const notice = { userIds: [build.authorId], preview: build.title, link: `/builds/${slug}`, buildId: build.id };
      await record(tx, "build.liked", { buildId: build.id }, { subjectId: build.id, notices: [notice] });
    }
    return { liked: true, likeCount: build.likesCount + count };
  });
}

export function unlikeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const { count } = await tx.db.buildLike.deleteMany({ where: { buildId: build.id, userId: tx.actor.id } });
    if (count > 0) {
      await countOnBuild(tx, build.id, { likesCount: { decrement: 1 } });
      await record(tx, "build.unliked", { buildId: build.id }, { subjectId: build.id });
    }
    return { liked: false, likeCount: build.likesCount - count };
  });
}
