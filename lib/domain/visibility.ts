import type { VisitorContext } from "@/lib/domain/context";

// Who may see what. Every read that shows a post, or what was said of one, takes its condition from here, and a test asks
// all of them. Suspending an account ends what it does, not what it wrote: its posts stay under the same rule until they
// are deleted, and only the person is no longer proposed, searched for or shown as online.

type Parameter = `$${number}`;

/** The condition under which a post `p` is anybody's to see, by whoever wrote it. */
export const PUBLIC_POST = `p."deletedAt" IS NULL AND p.audience = 'PUBLIC'`;

/** The condition under which everybody sees a post `p` in the feed. Indexes stand on the same words. */
export const OPEN_TO_ALL = `${PUBLIC_POST} AND p."communityId" IS NULL AND p."priceCoins" IS NULL`;

/**
 * The condition under which somebody may see a post `p`, for reads by id and for engagement. `viewer` is the parameter
 * that holds their id. The public API shows public and own posts; the app also shows followers' posts to followers.
 */
export function visibleTo(door: VisitorContext["door"], viewer: Parameter): string {
  const followed = `OR (p.audience = 'FOLLOWERS' AND EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewer} AND f."followeeId" = p."authorId"))`;
  return `p."deletedAt" IS NULL AND (p.audience = 'PUBLIC' OR p."authorId" = ${viewer} ${door === "app" ? followed : ""})`;
}

/** The same in the app, for a statement that already knows that the viewer is or follows the author of `p`. */
export function visibleToFollower(viewer: Parameter): string {
  return `p."deletedAt" IS NULL AND (p.audience <> 'PRIVATE' OR p."authorId" = ${viewer})`;
}

/** The condition under which a build `b` is anybody's to see. */
export const LISTED_BUILD = `b."deletedAt" IS NULL`;

/** The condition under which a notification `n` is shown to its recipient: a folded one stands behind the newest of its group. */
export const SHOWN_NOTIFICATION = `n.folded = false`;

/** The preview of a notification `n`; null where what it quotes stands on a post that the viewer may not see any more, or on a build that was taken down. */
export function visiblePreview(door: VisitorContext["door"], viewer: Parameter): string {
  const linked = (folder: string) => `substring(n.link FROM '^/${folder}/([^#]+)')`;
  return `CASE WHEN n.link LIKE '/posts/%' THEN (SELECT n.preview FROM "Post" p WHERE p.id = ${linked("posts")} AND ${visibleTo(door, viewer)})
               WHEN n.link LIKE '/builds/%' AND n.type <> 'SYSTEM' AND EXISTS (SELECT 1 FROM "Build" b WHERE b.slug = ${linked("builds")} AND NOT (${LISTED_BUILD})) THEN NULL
               ELSE n.preview END`;
}
