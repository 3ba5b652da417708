import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { type RenderedColumns, renderForSaving } from "@/lib/domain/writing/markdown/rendering";
import { arrangeBuildImages, imageSizes } from "@/lib/domain/writing/media/builds";
import { releaseMedia } from "@/lib/domain/writing/media/commands";
import { freeSlug } from "@/lib/domain/kernel/text/slug";
import { lockAccount, lockActor } from "@/lib/domain/kernel/locks";
import { visibleBuild } from "@/lib/domain/kernel/visibility";
import { balanceError, lockLedger, moveCoins } from "@/lib/domain/play/coins/ledger";
import { countCoins } from "@/lib/domain/play/coins/rules";
import { record } from "@/lib/domain/consequences/events/commands";
import { quoted, type Sql, sql } from "@/lib/infra/database/sql";
import type { Build } from "@/lib/infra/prisma/client";
import { MAX_BUILDS, withoutDuplicates } from "./rules";
import type { BuildDraft } from "./schema";

interface Slug {
  slug: string;
}

/**
 * Publishes a build.
 * @throws DomainError `conflict` beyond `MAX_BUILDS` of one author, `invalid_media` for images that cannot be attached
 */
export async function publishBuild(ctx: Context, draft: BuildDraft): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const [own] = await read<{ builds: number }>(tx, "builds.countOwn")`
      SELECT count(*)::int AS builds FROM "Build" WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL`;
    if (own!.builds >= MAX_BUILDS)
      throw conflict(`An account has at most ${MAX_BUILDS} builds. Take one down that you no longer want to show.`);
    const id = idFor(tx, "build");
    const slug = await freeSlug(tx, draft.title, "Build");
    await requireCategory(tx, draft);
    await write(tx, "builds.insert")`
      INSERT INTO "Build" (id, slug, "authorId", "publishedAt", ${WRITTEN})
      VALUES (${id}, ${slug}, ${tx.actor.id}, ${tx.now}, ${written(tx, draft, rendered)})`;
    await arrangeBuildImages(tx, id, draft);
    return { slug };
  });
}

/** Edits a build. Its address stays, whatever its new title. @throws DomainError as `publishBuild` */
export async function editBuild(ctx: Context, { slug, ...draft }: BuildDraft & Slug): Promise<Slug> {
  const rendered = await renderReadme(ctx, draft);
  return inTransaction(ctx, async (tx) => {
    await requireCategory(tx, draft);
    const [edited] = await read<{ id: string }>(tx, "builds.edit")`
      UPDATE "Build" SET (${WRITTEN}) = ROW(${written(tx, draft, rendered)}) WHERE ${ownLive(tx, slug)} RETURNING id`;
    if (!edited) throw notFound();
    await arrangeBuildImages(tx, edited.id, draft);
    return { slug };
  });
}

export function removeBuild(ctx: Context, { slug }: Slug): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [removed] = await read<{ id: string }>(tx, "builds.remove")`
      UPDATE "Build" SET "deletedAt" = ${tx.now} WHERE ${ownLive(tx, slug)} RETURNING id`;
    if (!removed) throw notFound();
    await releaseMedia(tx, { buildId: removed.id });
  });
}

async function renderReadme(ctx: Context, { title, readme }: BuildDraft): Promise<RenderedColumns> {
  const document = { source: readme, title, imageSizes: await imageSizes(ctx, readme) };
  return renderForSaving(document, { param: "readme", name: "A readme", owner: ctx.actor.id });
}

const ownLive = ({ actor }: Context, slug: string): Sql =>
  sql`slug = ${slug} AND "authorId" = ${actor.id} AND "deletedAt" IS NULL`;

const WRITTEN = sql`title, description, readme, "categorySlug", technologies, price, "repoUrl", "demoUrl",
  html, "rendererVersion", "updatedAt"`;
const written = ({ now }: Context, draft: BuildDraft, { html, rendererVersion }: RenderedColumns): Sql =>
  sql`${draft.title}, ${draft.description}, ${draft.readme}, ${draft.category}, ${withoutDuplicates(draft.technologies)},
  ${draft.price}, ${draft.repoUrl}, ${draft.demoUrl}, ${html}, ${rendererVersion}, ${now}`;

async function requireCategory(tx: Context, { category }: BuildDraft): Promise<void> {
  const known = await read(tx, "builds.knownCategory")`SELECT 1 FROM "BuildCategory" WHERE slug = ${category}`;
  if (known.length === 0) throw invalid([{ param: "category", message: "There is no such category" }]);
}

export async function takeDownOwnBuilds(tx: Context): Promise<void> {
  await write(tx, "builds.takeDownOwn")`
    UPDATE "Build" SET "deletedAt" = ${tx.now} WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL`;
}

export async function restoreBuilds(tx: Context, closedAt: Date): Promise<void> {
  await write(tx, "builds.restore")`
    UPDATE "Build" SET "deletedAt" = NULL WHERE "authorId" = ${tx.actor.id} AND "deletedAt" = ${closedAt}`;
}

type LockedBuild = Pick<Build, "id" | "authorId" | "title" | "price" | "likesCount">;

/** Locks the actor's account and the build's row until the transaction ends, so that its counters match its rows. */
export async function lockBuild(tx: Context, slug: string): Promise<LockedBuild> {
  const [, [build]] = await Promise.all([
    lockAccount(tx, tx.actor.id),
    read<LockedBuild>(tx, "builds.lock")`
      SELECT id, "authorId", title, price, "likesCount" FROM "Build" b
      WHERE slug = ${slug} AND ${visibleBuild(tx.actor.id)} FOR NO KEY UPDATE`,
  ]);
  if (!build) throw notFound();
  return build;
}

/** @throws DomainError `not_found` for a build that the actor may not see */
async function authorOf(tx: Context, slug: string): Promise<string> {
  const [build] = await read<{ authorId: string }>(tx, "builds.author")`
    SELECT "authorId" FROM "Build" b WHERE slug = ${slug} AND ${visibleBuild(tx.actor.id)}`;
  if (!build) throw notFound();
  return build.authorId;
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
    const authorId = await authorOf(tx, slug);
    if (authorId === tx.actor.id) throw conflict("This build is your own.");
    for (const userId of [authorId, tx.actor.id].sort()) await lockLedger(tx, userId);
    const { id, price, title } = await lockBuild(tx, slug);
    if (price === null) throw conflict("This build is free: there is nothing to pay.");
    const bought = await write(tx, "builds.buy")`
      INSERT INTO "BuildPurchase" ("buildId", "userId", price, "createdAt")
      VALUES (${id}, ${tx.actor.id}, ${price}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (bought === 0) throw conflict("This build is yours already.");
    if (price !== priceSeen) throw conflict(`The price has changed: it is ${countCoins(price)} now. Nothing was paid.`);
    const newBalance = await moveCoins(tx, { type: "PURCHASE", change: -price, subjectId: id });
    if (newBalance === null) throw await balanceError(tx, price);
    const earned = await moveCoins(tx, { userId: authorId, type: "SALE", change: price, subjectId: id });
    if (earned === null) throw conflict("Its author's balance is as high as a balance can be.");
    const preview = `bought “${title}” for ${countCoins(price)}.`;
    const notification = {
      userIds: [authorId],
      aboutUserId: tx.actor.id,
      preview,
      link: `/builds/${slug}`,
      buildId: id,
    };
    await record(
      tx,
      "build.bought",
      { buildId: id, price },
      { subjectId: `${id} ${tx.actor.id}`, notifications: [notification] },
    );
    return { newBalance };
  });
}

/** Requires the build to be locked. */
export async function countOnBuild(
  tx: Context,
  id: string,
  counter: "likesCount" | "commentsCount",
  change: number,
): Promise<void> {
  await write(tx, `builds.count.${counter}`)`
    UPDATE "Build" SET ${quoted(counter)} = ${quoted(counter)} + ${change}::int WHERE id = ${id}`;
}

/** Likes a build. Liking it again changes nothing. */
export function likeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const count = await write(tx, "builds.like")`
      INSERT INTO "BuildLike" ("buildId", "userId", "createdAt")
      VALUES (${build.id}, ${tx.actor.id}, ${tx.now}) ON CONFLICT DO NOTHING`;
    if (count > 0) {
      await countOnBuild(tx, build.id, "likesCount", 1);
      const notification = {
        userIds: [build.authorId],
        preview: build.title,
        link: `/builds/${slug}`,
        buildId: build.id,
      };
      await record(tx, "build.liked", { buildId: build.id }, { subjectId: build.id, notifications: [notification] });
    }
    return { liked: true, likeCount: build.likesCount + count };
  });
}

export function unlikeBuild(ctx: Context, { slug }: Slug): Promise<{ liked: boolean; likeCount: number }> {
  return inTransaction(ctx, async (tx) => {
    const build = await lockBuild(tx, slug);
    const count = await write(tx, "builds.unlike")`
      DELETE FROM "BuildLike" WHERE "buildId" = ${build.id} AND "userId" = ${tx.actor.id}`;
    if (count > 0) {
      await countOnBuild(tx, build.id, "likesCount", -1);
      await record(tx, "build.unliked", { buildId: build.id }, { subjectId: build.id });
    }
    return { liked: false, likeCount: build.likesCount - count };
  });
}
