import type { VisitorContext } from "@/lib/domain/context";
import { literal, none, type Sql, sql } from "@/lib/infra/sql";

// Who may see what (docs/contract.md#visibility). Every read that shows a post, or content attached to one, takes its
// condition from here, and a test covers all of them. Suspending an account ends what it does, not what it wrote: its
// posts stay under the same rule until they are deleted; only the person is no longer suggested, found or shown as
// online.

/** The condition under which anybody may see a post `p`, whoever wrote it. */
export const PUBLIC_POST = sql`p."deletedAt" IS NULL AND p.audience = 'PUBLIC'`;

/** The condition under which a post `p` is in everybody's feed. Partial indexes repeat it. */
export const OPEN_TO_ALL = sql`${PUBLIC_POST} AND p."communityId" IS NULL AND p."priceCoins" IS NULL`;

/**
 * The condition under which a viewer may see a post `p`, for reads by id and for engagement. The public API shows
 * public and own posts; session routes also show followers' posts to followers.
 */
export function visibleTo(channel: VisitorContext["channel"], viewerId: string | Sql): Sql {
  const followed = sql`OR (p.audience = 'FOLLOWERS'
      AND EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewerId} AND f."followeeId" = p."authorId"))`;
  return sql`p."deletedAt" IS NULL
    AND (p.audience = 'PUBLIC' OR p."authorId" = ${viewerId} ${channel === "session" ? followed : none})`;
}

/** The same for session routes, in a statement that already knows that the viewer is or follows the author of `p`. */
export function visibleToFollower(viewerId: string): Sql {
  return sql`p."deletedAt" IS NULL AND (p.audience <> 'PRIVATE' OR p."authorId" = ${viewerId})`;
}

/** The condition under which moderators did not limit a person; or the viewer is or follows them. */
export function unlimitedPerson(viewerId: string | Sql, personId: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "User" limited
      WHERE limited.id = ${personId} AND limited."limitedAt" IS NOT NULL AND limited.id <> ${viewerId}
        AND NOT EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewerId} AND f."followeeId" = limited.id)
     OFFSET 0)`;
}

/** The condition under which moderators hid neither a comment nor, by limiting them, its author from a viewer. */
export function shownComment(viewerId: string, comment: "c" | "Comment" = "c"): Sql {
  const row = literal(`"${comment}"`);
  return sql`(${row}."hiddenAt" IS NULL OR ${row}."authorId" = ${viewerId})
    AND ${unlimitedPerson(viewerId, sql`${row}."authorId"`)}`;
}

/** The condition under which anybody may see a build `b`. */
export const LISTED_BUILD = sql`b."deletedAt" IS NULL AND b."hiddenAt" IS NULL`;

/** The condition under which a notification `n` is listed: a folded one is represented by the newest of its group. */
export const SHOWN_NOTIFICATION = sql`n.folded = false`;

/** What a notification `n` quotes of a post `p` or one of its comments. */
const CURRENT_PREVIEW = sql`CASE WHEN starts_with(n."subjectId", 'cmt_') THEN (SELECT c.content FROM "Comment" c
        WHERE c.id = n."subjectId" AND c."deletedAt" IS NULL AND c."hiddenAt" IS NULL)
      WHEN n."subjectId" = p.id AND p."editedAt" IS NOT NULL THEN NULLIF(p.content, '') ELSE n.preview END`;

/**
 * The preview of a notification `n`; null if it quotes a post that the viewer may no longer see, a build that was taken
 * down, or a comment or message that was deleted or hidden. What was edited is quoted as it is now.
 */
export function visiblePreview(channel: VisitorContext["channel"], viewerId: string | Sql): Sql {
  return sql`CASE WHEN n."postId" IS NOT NULL THEN (SELECT ${CURRENT_PREVIEW} FROM "Post" p
      WHERE p.id = n."postId" AND ${visibleTo(channel, viewerId)})
               WHEN n."buildId" IS NOT NULL AND n.type <> 'SYSTEM'
                 AND EXISTS (SELECT 1 FROM "Build" b WHERE b.id = n."buildId" AND NOT (${LISTED_BUILD})) THEN NULL
               WHEN n."roomMessageId" IS NOT NULL THEN (SELECT n.preview FROM "RoomMessage" m
                   WHERE m.id = n."roomMessageId" AND m."deletedAt" IS NULL)
               ELSE n.preview END`;
}
