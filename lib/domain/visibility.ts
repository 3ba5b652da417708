import type { VisitorContext } from "@/lib/domain/context";

/** The condition under which everybody sees a post `p` in the feed (4.6). Indexes stand on the same words. */
export const OPEN_TO_ALL = `p."deletedAt" IS NULL AND p.audience = 'PUBLIC' AND p."communityId" IS NULL AND p."priceCoins" IS NULL`;

/**
 * The condition under which somebody may see a post `p`, for reads by id and for engagement. `viewer` is the parameter
 * that holds their id. The public API shows public and own posts (4.2); the app also shows followers' posts to followers.
 */
export function visibleTo(door: VisitorContext["door"], viewer: `$${number}`): string {
  const followed = `OR (p.audience = 'FOLLOWERS' AND EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewer} AND f."followeeId" = p."authorId"))`;
  return `p."deletedAt" IS NULL AND (p.audience = 'PUBLIC' OR p."authorId" = ${viewer} ${door === "app" ? followed : ""})`;
}
