import { personName } from "@/lib/domain/accounts/users/schema";
import { BIO_LENGTH } from "@/lib/domain/accounts/users/rules";
import { type Context, read, write } from "@/lib/domain/kernel/context";
import { newId, type Random } from "@/lib/domain/kernel/id";
import { lockAccountsLate } from "@/lib/domain/kernel/locks";
import { freeSlugs } from "@/lib/domain/kernel/text/slug";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { MAX_FOLLOWING } from "@/lib/domain/people/graph/rules";
import { MAX_BUILDS } from "@/lib/domain/writing/builds/rules";
import { IMAGE_PATH } from "@/lib/domain/writing/media/rules";
import type { StoredImage } from "@/lib/domain/writing/media/upload";
import { tagsIn } from "@/lib/domain/writing/tags/rules";
import { sql } from "@/lib/infra/database/sql";
import type { ImportedKind } from "@/lib/infra/prisma/enums";
import { type BuildDraft, type CommentDraft, fitted, keyOf, leaveOut, type PostDraft } from "./drafts";
import type { Brought, ImportedAccount, LeftOut } from "./schema";

// Writes what an import brings, in the transaction that ends it. Each table gets one statement, whatever the number of
// rows; nothing is recorded, so there are neither events nor XP nor notifications.

/** What an import brings, checked, with its images stored. Posts and builds are newest first, comments oldest first. */
export interface Contents {
  importId: string;
  origin: string;
  profile: ImportedAccount["profile"];
  posts: readonly PostDraft[];
  comments: readonly CommentDraft[];
  builds: readonly BuildDraft[];
  follows: readonly string[];
  /** By their file in the archive. */
  images: ReadonlyMap<string, StoredImage>;
}

interface Item {
  key: string;
  kind: ImportedKind;
  subjectId: string;
}

type ProfileChanges = Partial<Record<"name" | "bio" | "image", readonly [before: string | null, after: string]>>;

/** Writes all of it. Requires the account to be locked; whom it will follow is locked last. */
export async function writeContents(
  tx: Context,
  contents: Contents,
  leftOut: LeftOut,
): Promise<{ brought: Brought; profile: ProfileChanges }> {
  const ids = new DatedIds(tx);
  const items: Item[] = [];
  const media: MediaRow[] = [];
  const postIds = await insertPosts(tx, contents, { ids, items, media });
  const builds = await insertBuilds(tx, contents, { ids, items, media, leftOut });
  const profile = await fillProfile(tx, contents, media);
  await insertMedia(tx, media);
  const comments = await insertComments(tx, contents, { ids, items, postIds });
  const follows = await insertFollows(tx, contents, items, leftOut);
  await write(tx, "imports.items")`
    INSERT INTO "ImportedItem" ("userId", key, kind, "subjectId", "importId")
    SELECT ${tx.actor.id}, i.key, i.kind, i."subjectId", ${contents.importId}
      FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i(key text, kind "ImportedKind", "subjectId" text)`;
  return { brought: { posts: postIds.size, comments, builds, follows, images: media.length }, profile };
}

interface Collected {
  ids: DatedIds;
  items: Item[];
  media: MediaRow[];
}

/** Makes ids that sort by the moments of what they name. Does not disturb the order of other ids of this moment. */
class DatedIds {
  readonly #random: Random;

  constructor({ random }: Context) {
    this.#random = (bytes) => random(bytes);
  }

  next(prefix: "post" | "cmt" | "build", now: Date): string {
    return newId(prefix, { now, random: this.#random });
  }
}

type MediaRow = Omit<StoredImage, "id"> & {
  id: string;
  postId?: string;
  buildId?: string;
  role?: string;
  position: number;
  alt: string;
  createdAt: Date;
};

/** Inserts posts with their versions, counts them, and returns their ids by those in the archive. */
async function insertPosts(
  tx: Context,
  { posts, images, origin }: Contents,
  { ids, items, media }: Collected,
): Promise<Map<string, string>> {
  const [has] = await read<{ pin: boolean }>(tx, "imports.hasPin")`
    SELECT EXISTS (SELECT FROM "Post" WHERE "authorId" = ${tx.actor.id} AND "pinnedAt" IS NOT NULL) AS pin`;
  const pinnedId = has!.pin ? undefined : posts.find(({ pinned }) => pinned)?.id;
  const postIds = new Map(posts.toReversed().map(({ id, createdAt }) => [id, ids.next("post", createdAt)]));
  const rows = posts.map((post) => {
    const id = postIds.get(post.id)!;
    const mediaIds = new Map<string, string>();
    for (const [index, { id: sourceId, file, alt }] of post.media.entries()) {
      const image = images.get(file)!;
      media.push({ ...image, postId: id, position: index + 1, alt, createdAt: post.createdAt });
      if (sourceId !== undefined) mediaIds.set(sourceId, image.id);
    }
    items.push({ key: keyOf(origin, "post", post.id), kind: "post", subjectId: id });
    const tags = tagsIn(post.content);
    const isNarrowed = post.audience === "PUBLIC" && Boolean(tx.actor.limited);
    return {
      ...{ id, content: post.content, warning: post.warning, createdAt: post.createdAt, editedAt: post.editedAt },
      tags: tags.map(({ tag }) => tag),
      tagNames: tags.map(({ name }) => name),
      audience: isNarrowed ? "FOLLOWERS" : post.audience,
      chosenAudience: isNarrowed ? post.audience : null,
      pinnedAt: post.id === pinnedId ? tx.now : null,
      quoteId: post.quoteId === null ? null : (postIds.get(post.quoteId) ?? null),
      versions: post.versions.map(({ alts, ...version }, index) => ({
        ...version,
        version: index + 1,
        alts: Object.fromEntries(
          Object.entries(alts).flatMap(([sourceId, alt]) => {
            const mediaId = mediaIds.get(sourceId);
            return mediaId === undefined ? [] : [[mediaId, alt]];
          }),
        ),
      })),
    };
  });
  if (rows.length === 0) return postIds;
  const isPublic = rows.filter(({ audience }) => audience === "PUBLIC").length;
  // Locks the account before the posts add their tags, as posting does.
  await write(tx, "imports.countPosts")`
    UPDATE "User" SET "postsCount" = "postsCount" + ${rows.length}::int,
           "publicPostsCount" = "publicPostsCount" + ${isPublic}::int WHERE id = ${tx.actor.id}`;
  await write(tx, "imports.posts")`
    WITH brought AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p(
        id text, content text, warning text, tags text[], "tagNames" text[], audience "Audience",
        "chosenAudience" "Audience", "createdAt" timestamptz, "editedAt" timestamptz, "pinnedAt" timestamptz,
        "quoteId" text, versions jsonb)),
    inserted AS (
      INSERT INTO "Post" (id, "authorId", content, warning, tags, "tagNames", audience, "chosenAudience", "createdAt",
                          "editedAt", "editsCount", "pinnedAt", "quoteId")
      SELECT id, ${tx.actor.id}, content, warning, tags, "tagNames", audience, "chosenAudience", "createdAt",
             "editedAt", jsonb_array_length(versions), "pinnedAt", "quoteId" FROM brought)
    INSERT INTO "PostVersion" ("postId", version, content, warning, alts, "createdAt")
    SELECT b.id, v.version, v.content, v.warning, v.alts, v."createdAt" FROM brought b,
           jsonb_to_recordset(b.versions) AS v(version int, content text, warning text, alts jsonb, "createdAt" timestamptz)`;
  return postIds;
}

/** Inserts builds, whose readmes then show their images under their new addresses. */
async function insertBuilds(
  tx: Context,
  { builds, images, origin }: Contents,
  { ids, items, media, leftOut }: Collected & { leftOut: LeftOut },
): Promise<number> {
  if (builds.length === 0) return 0;
  const [own] = await read<{ builds: number }>(tx, "imports.countBuilds")`
    SELECT count(*)::int AS builds FROM "Build" WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL`;
  const brought = builds.slice(0, Math.max(0, MAX_BUILDS - own!.builds));
  leaveOut(leftOut, "builds", builds.length - brought.length);
  const titles = brought.map(({ title }) => title);
  const slugs = await freeSlugs(tx, titles, "Build");
  const buildIds = new Map(brought.toReversed().map(({ id, publishedAt }) => [id, ids.next("build", publishedAt)]));
  const rows = brought.map((build, index) => {
    const id = buildIds.get(build.id)!;
    let { readme } = build;
    const positions: Record<string, number> = {};
    for (const { id: sourceId, file, role, alt } of build.media) {
      const image = images.get(file);
      if (!image) continue;
      const position = (positions[role] = (positions[role] ?? -1) + 1);
      media.push({ ...image, buildId: id, role, position, alt, createdAt: build.publishedAt });
      if (sourceId) readme = readme.replaceAll(`${IMAGE_PATH}${sourceId}`, `${IMAGE_PATH}${image.id}`);
    }
    items.push({ key: keyOf(origin, "build", build.id), kind: "build", subjectId: id });
    return { ...build, id, slug: slugs[index], readme };
  });
  await write(tx, "imports.builds")`
    INSERT INTO "Build" (id, slug, "authorId", "categorySlug", title, description, readme, "repoUrl", "demoUrl",
                         technologies, price, "publishedAt", "updatedAt")
    SELECT id, slug, ${tx.actor.id}, category, title, description, readme, "repoUrl", "demoUrl", technologies, price,
           "publishedAt", "updatedAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS b(
        id text, slug text, category text, title text, description text, readme text, "repoUrl" text, "demoUrl" text,
        technologies text[], price int, "publishedAt" timestamptz, "updatedAt" timestamptz)`;
  return rows.length;
}

async function insertMedia(tx: Context, media: readonly MediaRow[]): Promise<void> {
  await write(tx, "imports.media")`
    INSERT INTO "Media" (id, "ownerId", "postId", "buildId", role, position, "contentType", width, height, bytes, alt,
                         "storageKey", "createdAt")
    SELECT id, ${tx.actor.id}, "postId", "buildId", role, position, "contentType", width, height, bytes, alt,
           "storageKey", "createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(media)}::jsonb) AS m(
        id text, "postId" text, "buildId" text, role "BuildImageRole", position int, "contentType" text, width int,
        height int, bytes int, alt text, "storageKey" text, "createdAt" timestamptz)`;
}

/** Inserts comments under posts that the import brings. */
async function insertComments(
  tx: Context,
  { comments, origin }: Contents,
  { ids, items, postIds }: Pick<Collected, "ids" | "items"> & { postIds: ReadonlyMap<string, string> },
): Promise<number> {
  if (comments.length === 0) return 0;
  const replies = new Map<string, number>();
  for (const { parentId } of comments) if (parentId) replies.set(parentId, (replies.get(parentId) ?? 0) + 1);
  const commentIds = new Map(comments.map(({ id, createdAt }) => [id, ids.next("cmt", createdAt)]));
  const rows = comments.map(({ id: sourceId, postId, parentId, content, createdAt, editedAt }) => {
    const id = commentIds.get(sourceId)!;
    items.push({ key: keyOf(origin, "comment", sourceId), kind: "comment", subjectId: id });
    const repliesCount = replies.get(sourceId) ?? 0;
    const places = { postId: postIds.get(postId), parentId: parentId && commentIds.get(parentId) };
    return { id, ...places, content, createdAt, editedAt, repliesCount };
  });
  await write(tx, "imports.comments")`
    INSERT INTO "Comment" (id, "postId", "parentId", "authorId", content, "repliesCount", "createdAt", "editedAt")
    SELECT id, "postId", "parentId", ${tx.actor.id}, content, "repliesCount", "createdAt", "editedAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(
        id text, "postId" text, "parentId" text, content text, "repliesCount" int, "createdAt" timestamptz,
        "editedAt" timestamptz)`;
  await write(tx, "imports.countComments")`
    UPDATE "Post" p SET "commentsCount" = counted.comments FROM (
      SELECT "postId", count(*)::int AS comments FROM "Comment" WHERE "postId" = ANY (${[...postIds.values()]}::text[])
       GROUP BY 1) counted
     WHERE p.id = counted."postId"`;
  return rows.length;
}

interface Followee {
  id: string;
  isFollowed: boolean;
}

/** Finds the people here with these handles, and whether the actor follows them. */
async function findFollowees(tx: Context, { follows }: Pick<Contents, "follows">): Promise<Followee[]> {
  const handles = follows.map((handle) => handle.toLowerCase());
  return read<Followee>(tx, "imports.followees")`
    SELECT u.id, EXISTS (SELECT FROM "Follow" f WHERE f."followerId" = ${tx.actor.id} AND f."followeeId" = u.id)
             AS "isFollowed" FROM "User" u
     WHERE u.handle = ANY (${handles}::text[]) AND u.id <> ${tx.actor.id} AND u."closedAt" IS NULL
       AND ${visiblePerson(tx.actor.id, sql`u.id`)}`;
}

/** Follows people, whose accounts it locks, so that neither a block nor a closing gets between. */
async function insertFollows(tx: Context, contents: Contents, items: Item[], leftOut: LeftOut): Promise<number> {
  const found = new Set((await findFollowees(tx, contents)).map(({ id }) => id));
  await lockAccountsLate(tx, [...found]);
  const people = (await findFollowees(tx, contents)).filter(({ id }) => found.has(id));
  const [own] = await read<{ following: number }>(tx, "imports.following")`
    SELECT "followingCount" AS following FROM "User" WHERE id = ${tx.actor.id}`;
  const others = people.filter(({ isFollowed }) => !isFollowed);
  const followed = others.slice(0, Math.max(0, MAX_FOLLOWING - own!.following));
  leaveOut(leftOut, "already", people.length - others.length);
  leaveOut(leftOut, "follows", contents.follows.length - people.length);
  leaveOut(leftOut, "beyond", others.length - followed.length);
  if (followed.length === 0) return 0;
  for (const { id } of followed)
    items.push({ key: keyOf(contents.importId, "follow", id), kind: "follow", subjectId: id });
  const ids = followed.map(({ id }) => id);
  await write(tx, "imports.follows")`
    INSERT INTO "Follow" ("followerId", "followeeId", "createdAt")
    SELECT ${tx.actor.id}, id, ${tx.now}::timestamptz FROM unnest(${ids}::text[]) AS id`;
  await write(tx, "imports.countFollows")`
    UPDATE "User" SET
           "followersCount" = "followersCount" + CASE WHEN id = ${tx.actor.id} THEN 0 ELSE 1 END,
           "followingCount" = "followingCount" + CASE WHEN id = ${tx.actor.id} THEN ${ids.length}::int ELSE 0 END
     WHERE id = ${tx.actor.id} OR id = ANY (${ids}::text[])`;
  return ids.length;
}

/** Fills what the profile does not say yet, and returns what changed. */
async function fillProfile(tx: Context, { profile, images }: Contents, media: MediaRow[]): Promise<ProfileChanges> {
  const [now] = await read<{ name: string; handle: string; bio: string; image: string | null }>(tx, "imports.profile")`
    SELECT name, handle, bio, image FROM "User" WHERE id = ${tx.actor.id}`;
  const { name, handle, bio, image } = now!;
  const changes: ProfileChanges = {};
  const namedAs = personName.safeParse(profile.name);
  if (name === handle && namedAs.success && namedAs.data !== name) changes.name = [name, namedAs.data];
  const described = fitted(profile.bio, BIO_LENGTH);
  if (bio === "" && described !== "") changes.bio = [bio, described];
  const picture = profile.image === null ? undefined : images.get(profile.image);
  if (image === null && picture) {
    changes.image = [image, `${IMAGE_PATH}${picture.id}`];
    media.push({ ...picture, position: 0, alt: "", createdAt: tx.now });
  }
  await write(tx, "imports.fillProfile")`
    UPDATE "User" SET name = COALESCE(${changes.name?.[1]}, name), bio = COALESCE(${changes.bio?.[1]}, bio),
           image = COALESCE(${changes.image?.[1]}, image) WHERE id = ${tx.actor.id}`;
  return changes;
}
