import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { literal, none, type Sql, sql } from "@/lib/infra/database/sql";

// Who may see what (docs/contract.md#visibility). Every read that shows people or their content takes its condition
// from here, and tests/lib/domain/people/safety holds each to it. Suspending an account does not hide its content: its
// posts stay visible under the same rule until they are deleted, but the person is no longer suggested, found or shown
// as online. Closing one hides its profile, removes its follows and keeps likes, reposts and comments without a name: a
// list of the people behind those adds `u."closedAt" IS NULL`. A visitor's id is "".

/** A viewer's id, or the column that holds it. */
type ViewerId = string | Sql;

/**
 * Returns the condition under which a viewer may see a person: neither of the two has blocked the other. OFFSET 0 keeps
 * the planner from joining or hashing: a row costs one index entry, however many people block the viewer.
 */
export function visiblePerson(viewerId: ViewerId, personId: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "HiddenPerson" hidden WHERE hidden."viewerId" = ${viewerId}
    AND hidden."personId" = ${personId} AND hidden.reason <> 'muted' OFFSET 0)`;
}

/** Returns the condition under which an account is not closed, and its owner visible as a person. */
export function visibleProfile(viewerId: ViewerId, account: "u" | "s" | "c" | "o" | "User" = "u"): Sql {
  const row = literal(`"${account}"`);
  return sql`${row}."closedAt" IS NULL AND ${visiblePerson(viewerId, sql`${row}.id`)}`;
}

/** Requires that the actor may see all of these people. @throws DomainError `not_found` */
export async function requireVisible(ctx: Context, personIds: string[]): Promise<void> {
  const hidden = await read(ctx, "visibility.require")`
    SELECT 1 FROM unnest(${personIds}::text[]) AS person(id)
    WHERE NOT (${visiblePerson(ctx.actor.id, sql`person.id`)})`;
  if (hidden.length > 0) throw notFound();
}

/**
 * Returns the condition under which a person is in a viewer's feeds, search of posts and notifications: not muted
 * either.
 */
export function audiblePerson(viewerId: ViewerId, personId: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "HiddenPerson" hidden WHERE hidden."viewerId" = ${viewerId}
    AND hidden."personId" = ${personId} OFFSET 0)`;
}

function hasBlocked(personId: Sql, viewerId: ViewerId): Sql {
  return sql`EXISTS (SELECT 1 FROM "HiddenPerson" hidden WHERE hidden."viewerId" = ${personId}
    AND hidden."personId" = ${viewerId} AND hidden.reason = 'blocked' OFFSET 0)`;
}

export function blockedBy(viewerId: ViewerId): Sql {
  return sql`SELECT "personId" FROM "HiddenPerson" WHERE "viewerId" = ${viewerId} AND reason = 'blocked'`;
}

/** Visitors may see the post `p`. For viewers, its author must be visible as well, unless that was checked. */
export const PUBLIC_POST = sql`p."deletedAt" IS NULL AND p.audience = 'PUBLIC'`;

/**
 * The condition under which a post `p` is in a visitor's feed. Partial indexes repeat it. No post has a community or
 * price yet: kept because the contract names them.
 */
export const OPEN_TO_ALL = sql`${PUBLIC_POST} AND p."communityId" IS NULL AND p."priceCoins" IS NULL`;

export function publicPost(viewerId: ViewerId): Sql {
  return sql`${PUBLIC_POST} AND ${visiblePerson(viewerId, sql`p."authorId"`)}`;
}

export function feedPost(viewerId: ViewerId): Sql {
  return sql`${OPEN_TO_ALL} AND ${audiblePerson(viewerId, sql`p."authorId"`)}`;
}

/**
 * Returns the condition for reads of a post by id and for engagement: public and own posts; in session routes also
 * followers' posts, to followers.
 */
export function visibleTo(channel: VisitorContext["channel"], viewerId: ViewerId, post: "p" | "q" = "p"): Sql {
  const row = literal(post);
  const followed = sql`OR (${row}.audience = 'FOLLOWERS'
      AND EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewerId} AND f."followeeId" = ${row}."authorId"))`;
  return sql`${row}."deletedAt" IS NULL
    AND (${row}.audience = 'PUBLIC' OR ${row}."authorId" = ${viewerId} ${channel === "session" ? followed : none})
    AND ${visiblePerson(viewerId, sql`${row}."authorId"`)}`;
}

/** Requires that the caller may see a post. @throws DomainError `not_found` */
export async function requireVisiblePost(ctx: VisitorContext, id: string): Promise<void> {
  const posts = await read(ctx, `visibility.requirePost.${ctx.channel}`)`
    SELECT p.id FROM "Post" p WHERE p.id = ${id} AND ${visibleTo(ctx.channel, ctx.actor?.id ?? "")}`;
  if (posts.length === 0) throw notFound();
}

/** The condition under which a post `p` still quotes `q`: not withdrawn, and neither author has blocked the other. */
export const STANDING_QUOTE = sql`p."quoteWithdrawnAt" IS NULL AND ${visiblePerson(sql`p."authorId"`, sql`q."authorId"`)}`;

/** Returns the condition under which a viewer is shown the post `q` in a post `p` that quotes it. */
export function visibleQuote(channel: VisitorContext["channel"], viewerId: string): Sql {
  return sql`${STANDING_QUOTE} AND ${visibleTo(channel, viewerId, "q")} AND ${audiblePerson(viewerId, sql`q."authorId"`)}`;
}

/**
 * Returns the condition of `visibleTo` in session routes, for a viewer who is known to be or follow the author of `p`.
 * A block removes follows.
 */
export function visibleToFollower(viewerId: string): Sql {
  return sql`p."deletedAt" IS NULL AND (p.audience <> 'PRIVATE' OR p."authorId" = ${viewerId})`;
}

/** The condition under which moderators did not limit a person; or the viewer is or follows them. */
function unlimitedPerson(viewerId: ViewerId, personId: Sql): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "User" limited
      WHERE limited.id = ${personId} AND limited."limitedAt" IS NOT NULL AND limited.id <> ${viewerId}
        AND NOT EXISTS (SELECT 1 FROM "Follow" f WHERE f."followerId" = ${viewerId} AND f."followeeId" = limited.id)
     OFFSET 0)`;
}

/**
 * Returns the condition under which a viewer is shown a comment: its author is visible, and moderators neither hid it
 * nor limited its author for the viewer.
 */
export function shownComment(viewerId: string, comment: "c" | "Comment" = "c"): Sql {
  const row = literal(`"${comment}"`);
  return sql`(${row}."hiddenAt" IS NULL OR ${row}."authorId" = ${viewerId})
    AND ${unlimitedPerson(viewerId, sql`${row}."authorId"`)} AND ${visiblePerson(viewerId, sql`${row}."authorId"`)}`;
}

/**
 * Returns the condition under which neither a comment nor one above it in its thread is by somebody hidden from the
 * viewer.
 */
export function visibleThread(viewerId: ViewerId, commentId: ViewerId): Sql {
  return sql`NOT EXISTS (WITH RECURSIVE up AS (
      SELECT lowest."authorId", lowest."parentId" FROM "Comment" lowest WHERE lowest.id = ${commentId}
      UNION ALL SELECT parent."authorId", parent."parentId" FROM up JOIN "Comment" parent ON parent.id = up."parentId")
    SELECT 1 FROM up WHERE NOT (${visiblePerson(viewerId, sql`up."authorId"`)}))`;
}

/**
 * Returns the condition under which a viewer may see a build: it is theirs, or moderators neither hid it nor limited
 * its author for them.
 */
export function visibleBuild(viewerId: ViewerId): Sql {
  return sql`b."deletedAt" IS NULL AND (b."hiddenAt" IS NULL OR b."authorId" = ${viewerId})
    AND ${unlimitedPerson(viewerId, sql`b."authorId"`)} AND ${visiblePerson(viewerId, sql`b."authorId"`)}`;
}

/** Returns the condition under which a build is in a viewer's lists of everybody's builds. */
export function listedBuild(viewerId: ViewerId): Sql {
  return sql`b."hiddenAt" IS NULL AND ${visibleBuild(viewerId)}`;
}

/** The condition under which a build `b` counts for everybody. */
export const LISTED_BUILD = sql`b."deletedAt" IS NULL AND b."hiddenAt" IS NULL`;

/**
 * Returns the condition under which a notification is shown: by somebody audible and not limited, about nobody hidden.
 * The newest of a group represents the folded ones.
 */
export function shownNotification(viewerId: ViewerId): Sql {
  return sql`n.folded = false AND ${audiblePerson(viewerId, sql`n."actorId"`)}
    AND ${unlimitedPerson(viewerId, sql`n."actorId"`)}
    AND (n."aboutUserId" IS NULL OR ${visiblePerson(viewerId, sql`n."aboutUserId"`)})`;
}

export function announceableActor(viewerId: ViewerId, actorId: Sql): Sql {
  return sql`(${audiblePerson(viewerId, actorId)} AND ${unlimitedPerson(viewerId, actorId)})`;
}

/**
 * Returns the condition under which a subject exists: not deleted, not hidden by moderators and, in a notification,
 * about nobody hidden from its reader.
 */
export function standingSubject(subjectId: Sql): Sql {
  const there = (table: string, more: Sql = none) =>
    sql`EXISTS (SELECT FROM ${literal(`"${table}"`)} subject WHERE subject.id = ${subjectId} AND subject."deletedAt" IS NULL ${more})`;
  const unhidden = sql`AND subject."hiddenAt" IS NULL`;
  return sql`CASE WHEN starts_with(${subjectId}, 'post_') THEN ${there("Post", unhidden)}
    WHEN starts_with(${subjectId}, 'cmt_') THEN ${there("Comment", unhidden)}
    WHEN starts_with(${subjectId}, 'rmsg_') THEN ${there("RoomMessage")}
    WHEN starts_with(${subjectId}, 'ntf_') THEN EXISTS (SELECT FROM "Notification" n WHERE n.id = ${subjectId}
      AND (n."aboutUserId" IS NULL OR ${visiblePerson(sql`n."userId"`, sql`n."aboutUserId"`)})) ELSE true END`;
}

/** The ids of all people whom the data of an event `e` may name. Handles change, and are given to others. */
const NAMED = sql`ARRAY[e.data->>'userId', e.data#>>'{challenger,userId}', e.data#>>'{opponent,userId}']`;

/**
 * The condition under which an account may see what an event `e` of its own log says. It names nobody who has blocked
 * the account since; and another's act only if the account may see the actor, and the subject still exists. The event
 * that an act was undone names nothing that could be hidden.
 */
export const VISIBLE_EVENT = sql`(NOT EXISTS (SELECT FROM unnest(${NAMED}) AS named (id)
      WHERE ${hasBlocked(sql`named.id`, sql`e."userId"`)})
    AND (e."actorId" IS NULL OR ${announceableActor(sql`e."userId"`, sql`e."actorId"`)}
      AND (e.name LIKE '%.undone' OR ${standingSubject(sql`e."subjectId"`)})))`;

/** The text that a notification `n` quotes of a post `p` or one of its comments. */
const currentPreview = (
  viewerId: ViewerId,
) => sql`CASE WHEN starts_with(n."subjectId", 'cmt_') THEN (SELECT c.content FROM "Comment" c
        WHERE c.id = n."subjectId" AND c."deletedAt" IS NULL AND c."hiddenAt" IS NULL
          AND ${unlimitedPerson(viewerId, sql`c."authorId"`)})
      WHEN n."subjectId" = p.id AND p."editedAt" IS NOT NULL THEN COALESCE(p.warning, NULLIF(p.content, '')) ELSE n.preview END`;

/**
 * Returns the preview of a notification `n`; null if it quotes a post that the viewer may no longer see, a build that
 * was taken down, or a comment or message that was deleted or hidden, or whose author is limited. Edited content is
 * quoted in its current form.
 */
export function visiblePreview(channel: VisitorContext["channel"], viewerId: ViewerId): Sql {
  return sql`CASE WHEN n."postId" IS NOT NULL THEN (SELECT ${currentPreview(viewerId)} FROM "Post" p
      WHERE p.id = n."postId" AND ${visibleTo(channel, viewerId)})
               WHEN n."buildId" IS NOT NULL AND n.type <> 'SYSTEM'
                 AND NOT EXISTS (SELECT 1 FROM "Build" b WHERE b.id = n."buildId" AND ${visibleBuild(viewerId)}) THEN NULL
               WHEN starts_with(n."subjectId", 'bcm_') AND NOT EXISTS (SELECT 1 FROM "BuildComment" c
                   WHERE c.id = n."subjectId" AND c."hiddenAt" IS NULL) THEN NULL
               WHEN n."roomMessageId" IS NOT NULL THEN (SELECT n.preview FROM "RoomMessage" m
                   WHERE m.id = n."roomMessageId" AND m."deletedAt" IS NULL)
               ELSE n.preview END`;
}
