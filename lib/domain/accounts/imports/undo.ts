import { type Context, read, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { lockAccount, lockAccountsLate } from "@/lib/domain/kernel/locks";
import { releaseMedia } from "@/lib/domain/writing/media/commands";
import { IMAGE_PATH } from "@/lib/domain/writing/media/rules";
import { quoted } from "@/lib/infra/database/sql";
import type { Import } from "@/lib/infra/prisma/client";
import type { ImportedKind } from "@/lib/infra/prisma/enums";

type Changes = Partial<Record<"name" | "bio" | "image", [before: string | null, after: string]>>;
type Undone = Pick<Import, "status" | "finishedAt"> & { profile: Changes };
type Subjects = Record<ImportedKind, string[]>;

/**
 * Deletes what an import brought and its owner did not delete or change since, and lets it be brought again. As
 * importing records nothing, neither does this.
 * @param check rejects an import that cannot be undone
 * @throws DomainError `not_found` for other people's
 */
export async function undoImport(tx: Context, id: string, check: (tx: Context, found: Undone) => void): Promise<void> {
  const items = await read<{ kind: ImportedKind; subjectId: string }>(tx, "imports.undone")`
    SELECT i.kind, i."subjectId" FROM "ImportedItem" i JOIN "Import" m ON m.id = i."importId"
     WHERE i."importId" = ${id} AND m."userId" = ${tx.actor.id}`;
  const subjects: Subjects = { post: [], comment: [], build: [], follow: [] };
  for (const { kind, subjectId } of items) subjects[kind].push(subjectId);
  await lockAccount(tx, tx.actor.id);
  const [found] = await read<Undone>(tx, "imports.lock")`
    SELECT status, "finishedAt", profile FROM "Import" WHERE id = ${id} AND "userId" = ${tx.actor.id} FOR UPDATE`;
  if (!found) throw notFound();
  check(tx, found);
  await resetProfile(tx, found.profile);
  await deleteComments(tx, subjects.comment);
  await deletePosts(tx, subjects.post);
  await takeDownBuilds(tx, subjects.build);
  await unfollow(tx, subjects.follow, found.finishedAt!);
  await write(tx, "imports.forget")`DELETE FROM "ImportedItem" WHERE "importId" = ${id}`;
  await write(tx, "imports.undo")`UPDATE "Import" SET status = 'undone', "undoneAt" = ${tx.now} WHERE id = ${id}`;
}

/** Whom the owner unfollowed and followed again since stays followed. */
async function unfollow(tx: Context, ids: readonly string[], followedAt: Date): Promise<void> {
  const existing = await read<{ id: string }>(tx, "imports.unfollowed")`
    SELECT id FROM "User" WHERE id = ANY (${ids}::text[])`;
  await lockAccountsLate(
    tx,
    existing.map(({ id }) => id),
  );
  await write(tx, "imports.unfollow")`
    WITH gone AS (
      DELETE FROM "Follow" WHERE "followerId" = ${tx.actor.id} AND "followeeId" = ANY (${ids}::text[])
         AND "createdAt" = ${followedAt} RETURNING "followeeId"),
    change AS (
      SELECT "followeeId" AS id, 1 AS followers, 0 AS following FROM gone
      UNION ALL SELECT ${tx.actor.id}, 0, count(*)::int FROM gone)
    UPDATE "User" u SET "followersCount" = u."followersCount" - change.followers,
                        "followingCount" = u."followingCount" - change.following
      FROM change WHERE u.id = change.id`;
}

async function resetProfile(tx: Context, { name, bio, image }: Changes): Promise<void> {
  await write(tx, "imports.resetProfile")`
    UPDATE "User" SET name = CASE WHEN name = ${name?.[1]} THEN ${name?.[0]} ELSE name END,
           bio = CASE WHEN bio = ${bio?.[1]} THEN ${bio?.[0]} ELSE bio END,
           image = CASE WHEN image = ${image?.[1]} THEN NULL ELSE image END
     WHERE id = ${tx.actor.id}`;
  if (image) await releaseMedia(tx, { ids: [image[1].slice(IMAGE_PATH.length)] });
}

/** Comments to which somebody else replied keep their place without their text, as when they are deleted one by one. */
async function deleteComments(tx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, "imports.emptyComments")`
    UPDATE "Comment" SET content = '', "deletedAt" = ${tx.now} WHERE id = ANY (${ids}::text[]) AND "deletedAt" IS NULL`;
  const posts = await read<{ postId: string }>(tx, "imports.deleteComments")`
    WITH RECURSIVE threads AS (SELECT DISTINCT "postId" FROM "Comment" WHERE id = ANY (${ids}::text[])),
    kept AS (
      SELECT c.id, c."parentId" FROM "Comment" c JOIN threads t ON t."postId" = c."postId" WHERE c."deletedAt" IS NULL
      UNION SELECT above.id, above."parentId" FROM kept JOIN "Comment" above ON above.id = kept."parentId"),
    gone AS (
      DELETE FROM "Comment" c WHERE c.id = ANY (${ids}::text[]) AND NOT EXISTS (SELECT FROM kept WHERE kept.id = c.id))
    SELECT "postId" FROM threads`;
  const postIds = posts.map(({ postId }) => postId);
  await write(tx, "imports.recountReplies")`
    UPDATE "Comment" c SET "repliesCount" = (SELECT count(*)::int FROM "Comment" r WHERE r."parentId" = c.id)
     WHERE c."postId" = ANY (${postIds}::text[])`;
  await write(tx, "imports.recountComments")`
    UPDATE "Post" p SET "commentsCount" = (
      SELECT count(*)::int FROM "Comment" c WHERE c."postId" = p.id AND c."deletedAt" IS NULL)
     WHERE p.id = ANY (${postIds}::text[])`;
}

async function deletePosts(tx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await read<{ isPublic: boolean }>(tx, "imports.deletePosts")`
    UPDATE "Post" SET "deletedAt" = ${tx.now}, "pinnedAt" = NULL
     WHERE id = ANY (${ids}::text[]) AND "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL
    RETURNING audience = 'PUBLIC' AS "isPublic"`;
  const publicPosts = deleted.filter(({ isPublic }) => isPublic).length;
  await write(tx, "imports.uncountPosts")`
    UPDATE "User" SET "postsCount" = "postsCount" - ${deleted.length}::int,
           "publicPostsCount" = "publicPostsCount" - ${publicPosts}::int WHERE id = ${tx.actor.id}`;
  await releaseImages(tx, "postId", ids);
}

async function takeDownBuilds(tx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write(tx, "imports.takeDownBuilds")`
    UPDATE "Build" SET "deletedAt" = ${tx.now}
     WHERE id = ANY (${ids}::text[]) AND "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL`;
  await releaseImages(tx, "buildId", ids);
}

async function releaseImages(tx: Context, of: "postId" | "buildId", ids: readonly string[]): Promise<void> {
  const images = await read<{ id: string }>(tx, `imports.images.${of}`)`
    SELECT id FROM "Media" WHERE ${quoted(of)} = ANY (${ids}::text[])`;
  await releaseMedia(tx, { ids: images.map(({ id }) => id) });
}
