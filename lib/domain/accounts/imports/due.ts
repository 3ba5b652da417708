import { rm } from "node:fs/promises";
import path from "node:path";
import { actorOf, type Author, AUTHOR_COLUMNS } from "@/lib/domain/accounts/users/account";
import { mustVerifyEmail } from "@/lib/domain/accounts/guards/verified-email";
import {
  type Actor,
  type Context,
  idFor,
  inTransaction,
  read,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { Import } from "@/lib/infra/prisma/client";
import { NOW, nowPlus } from "@/lib/infra/database/sql";
import { log } from "@/lib/infra/log/log";
import { readArchive, UnusableArchive } from "./archive";
import { draftBuilds, draftComments, draftPosts, keyOf, leaveOut, type PostDraft } from "./drafts";
import { assembleArchive, makeFolder, removeFiles, removeUnownedImages } from "./files";
import { storeImages, type WantedImage } from "./images";
import { LEASE_MS, MAX_ATTEMPTS, PROBLEMS, type Problem } from "./rules";
import type { ImportedAccount, LeftOut } from "./schema";
import { type Contents, writeContents } from "./write";

type Claimed = Pick<Import, "id" | "userId" | "source" | "parts" | "attempts"> & { leaseToken: string };

/** The import was stopped, or another worker has it. */
class LeaseLost extends Error {
  override name = "LeaseLost";
}

/**
 * Reads the archive that has waited longest and writes what it holds, or says why not. What it brings is there as a
 * whole or not at all: one transaction writes it and ends the import.
 * @param stop lets the archive wait again, for another worker
 * @returns whether one was waiting
 */
export async function runDueImport(ctx: VisitorContext, stop?: AbortSignal): Promise<boolean> {
  const claimed = await claimImport(ctx);
  if (!claimed) return false;
  try {
    if (claimed.attempts > MAX_ATTEMPTS) throw new UnusableArchive("too_much_work");
    await withLease(ctx, { claimed, stop }, (signal) => runImport({ ...ctx, signal }, claimed));
  } catch (error) {
    if (error instanceof UnusableArchive) await fail(ctx, claimed, error.problem);
    else if (stop?.aborted) await release(ctx, claimed);
    // Another worker, or this one later, tries again when the lease ends.
    else if (!(error instanceof LeaseLost)) log.error("import failed", { importId: claimed.id, error });
  }
  return true;
}

async function claimImport(ctx: VisitorContext): Promise<Claimed | undefined> {
  const [claimed] = await read<Claimed>(ctx, "imports.claim")`
    UPDATE "Import" SET status = 'running', "leaseToken" = ${idFor(ctx, "imp")}, "leaseEndsAt" = ${nowPlus(LEASE_MS)},
           attempts = attempts + 1, "imagesDone" = 0
     WHERE id = (SELECT id FROM "Import" WHERE status IN ('waiting', 'running')
                    AND ("leaseEndsAt" IS NULL OR "leaseEndsAt" < ${NOW})
                  ORDER BY "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, "userId", source, parts, attempts, "leaseToken"`;
  return claimed;
}

/** Renews the lease while `work` runs, and aborts it if the lease is lost. */
async function withLease(
  ctx: VisitorContext,
  { claimed, stop }: { claimed: Claimed; stop?: AbortSignal },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renew = () =>
    advance(ctx, claimed, {}).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
    });
  const timer = setInterval(() => void renew(), LEASE_MS / 4).unref();
  try {
    await work(stop ? AbortSignal.any([lost.signal, stop]) : lost.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Renews the lease, and says how far the work is. @throws LeaseLost */
async function advance(
  ctx: VisitorContext,
  { id, leaseToken }: Claimed,
  { done, total }: { done?: number; total?: number },
): Promise<void> {
  const held = await write(ctx, "imports.advance")`
    UPDATE "Import" SET "leaseEndsAt" = ${nowPlus(LEASE_MS)}, "imagesDone" = COALESCE(${done}::int, "imagesDone"),
           "imagesTotal" = COALESCE(${total}::int, "imagesTotal")
     WHERE id = ${id} AND status = 'running' AND "leaseToken" = ${leaseToken}`;
  if (held === 0) throw new LeaseLost();
}

async function runImport(visitor: VisitorContext, claimed: Claimed): Promise<void> {
  const author = await readAuthor(visitor, claimed.userId);
  const ctx: Context = { ...visitor, actor: author };
  const folder = await makeFolder(claimed.id);
  try {
    await removeUnownedImages(ctx, claimed.id);
    const archive = path.join(folder, "archive");
    await assembleArchive(claimed, archive);
    const options = { owner: claimed.userId, signal: ctx.signal };
    const account = await readArchive({ path: archive, folder, source: claimed.source }, options);
    const contents = await prepare(ctx, claimed, { account, folder });
    await inTransaction(ctx, (tx) => finish(tx, claimed, { contents, leftOut: account.leftOut }));
    await removeFiles(ctx, claimed.id);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns an account that may post. @throws UnusableArchive */
async function readAuthor(ctx: VisitorContext, id: string): Promise<Actor> {
  const [author] = await read<Author>(ctx, "imports.author")`
    SELECT ${AUTHOR_COLUMNS} FROM "User" u WHERE u.id = ${id}`;
  if (!author || author.closedAt || author.suspendedAt || mustVerifyEmail(author)) throw new UnusableArchive("barred");
  return actorOf(author);
}

/** Checks what an archive holds, leaves out what is here already, and stores its images. */
async function prepare(
  ctx: Context,
  claimed: Claimed,
  { account, folder }: { account: ImportedAccount; folder: string },
): Promise<Contents> {
  const { origin, profile, follows, leftOut } = account;
  const known = await findKnown(ctx, account);
  const fresh = <Thing extends { id: string }>(kind: "post" | "build", things: Thing[]) => {
    const found = unique(things).filter(({ id }) => !known.has(id) && !known.has(keyOf(origin, kind, id)));
    leaveOut(leftOut, "already", things.length - found.length);
    return found;
  };
  const drafts = draftPosts(fresh("post", account.posts), ctx.now, leftOut);
  const categories = await readCategories(ctx);
  const builds = draftBuilds(fresh("build", account.builds), { categories, now: ctx.now, leftOut });
  const wanted: WantedImage[] = [
    ...(profile.image === null ? [] : [{ file: profile.image, isSquare: true }]),
    ...[...drafts, ...builds].flatMap(({ media }) => media.map(({ file }) => ({ file }))),
  ];
  await advance(ctx, claimed, { done: 0, total: wanted.length });
  const images = await storeImages(ctx, wanted, {
    importId: claimed.id,
    folder,
    advance: (done) => advance(ctx, claimed, { done }),
  });
  leaveOut(leftOut, "images", wanted.length - images.size);
  const posts = withImages(drafts, images, leftOut);
  const postIds = new Set(posts.map(({ id }) => id));
  const comments = draftComments(unique(account.comments), { postIds, now: ctx.now, leftOut });
  return { importId: claimed.id, origin, profile, posts, comments, builds, follows, images };
}

/** Returns things without those whose id one before has. */
function unique<Thing extends { id: string }>(things: readonly Thing[]): Thing[] {
  const seen = new Set<string>();
  return things.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Drops the images that could not be stored, and posts that have nothing else. */
function withImages(drafts: PostDraft[], images: Contents["images"], leftOut: LeftOut): PostDraft[] {
  return drafts.flatMap((draft) => {
    const media = draft.media.filter(({ file }) => images.has(file));
    if (draft.content !== "" || media.length > 0) return [{ ...draft, media }];
    leaveOut(leftOut, "texts");
    return [];
  });
}

/** Returns keys of what was imported before, and ids of what this very account has, if the archive is its own. */
async function findKnown(ctx: Context, { origin, posts, builds }: ImportedAccount): Promise<Set<string>> {
  const [postIds, buildIds] = [posts.map(({ id }) => id), builds.map(({ id }) => id)];
  const keys = [...postIds.map((id) => keyOf(origin, "post", id)), ...buildIds.map((id) => keyOf(origin, "build", id))];
  const rows = await read<{ known: string }>(ctx, "imports.known")`
    SELECT key AS known FROM "ImportedItem" WHERE "userId" = ${ctx.actor.id} AND key = ANY (${keys}::text[])
    UNION ALL SELECT id FROM "Post"
      WHERE id = ANY (${postIds}::text[]) AND "authorId" = ${ctx.actor.id} AND "deletedAt" IS NULL
    UNION ALL SELECT id FROM "Build"
      WHERE id = ANY (${buildIds}::text[]) AND "authorId" = ${ctx.actor.id} AND "deletedAt" IS NULL`;
  return new Set(rows.map(({ known }) => known));
}

async function readCategories(ctx: Context): Promise<Set<string>> {
  const rows = await read<{ slug: string }>(ctx, "imports.categories")`SELECT slug FROM "BuildCategory"`;
  return new Set(rows.map(({ slug }) => slug));
}

/** Writes everything and ends the import, unless it was stopped. @throws LeaseLost, UnusableArchive */
async function finish(
  tx: Context,
  { id, userId, leaseToken }: Claimed,
  { contents, leftOut: before }: { contents: Contents; leftOut: LeftOut },
): Promise<void> {
  // A transaction that is tried again counts again.
  const leftOut = { ...before };
  await lockAccount(tx, userId);
  const actor = await readAuthor(tx, userId);
  const held = await write(tx, "imports.finish")`
    UPDATE "Import" SET status = 'done', "finishedAt" = ${tx.now}, "leaseToken" = NULL, "leaseEndsAt" = NULL
     WHERE id = ${id} AND status = 'running' AND "leaseToken" = ${leaseToken}`;
  if (held === 0) throw new LeaseLost();
  const { brought, profile } = await writeContents({ ...tx, actor }, contents, leftOut);
  await write(tx, "imports.report")`
    UPDATE "Import" SET brought = ${JSON.stringify(brought)}::jsonb, "leftOut" = ${JSON.stringify(leftOut)}::jsonb,
           profile = ${JSON.stringify(profile)}::jsonb WHERE id = ${id}`;
}

/** Lets an import wait again, as if nobody had begun it. */
async function release(ctx: VisitorContext, { id, leaseToken }: Claimed): Promise<void> {
  await write(ctx, "imports.release")`
    UPDATE "Import" SET status = 'waiting', attempts = attempts - 1, "leaseToken" = NULL, "leaseEndsAt" = NULL
     WHERE id = ${id} AND status = 'running' AND "leaseToken" = ${leaseToken}`;
}

async function fail(ctx: VisitorContext, { id, leaseToken }: Claimed, problem: Problem): Promise<void> {
  await write(ctx, "imports.fail")`
    UPDATE "Import" SET status = 'failed', failure = ${PROBLEMS[problem]}, "finishedAt" = ${ctx.now},
           "leaseToken" = NULL, "leaseEndsAt" = NULL
     WHERE id = ${id} AND status = 'running' AND "leaseToken" = ${leaseToken}`;
  await removeFiles(ctx, id);
}
