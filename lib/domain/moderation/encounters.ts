import { type Sql, sql } from "@/lib/infra/database/sql";

// Content that somebody may report although its author has blocked them since: what they saw before. Otherwise,
// blocking first would prevent reports (docs/contract.md#reports-and-moderation).

/** The condition under which a post `p` notified the viewer, has a comment of theirs, or is named by their events. */
export function encounteredPost(viewerId: string): Sql {
  return sql`(EXISTS (SELECT FROM "Notification" n
        WHERE n."userId" = ${viewerId} AND (n."postId" = p.id OR n."subjectId" = p.id))
    OR EXISTS (SELECT FROM "Comment" own WHERE own."authorId" = ${viewerId} AND own."postId" = p.id)
    OR ${named(viewerId, sql`'postId'`, sql`p.id`)})`;
}

/**
 * The condition under which a comment `c` on a post `p` notified the viewer, is on a post that they wrote or commented
 * on, or is named by their events.
 */
export function encounteredComment(viewerId: string): Sql {
  return sql`(p."authorId" = ${viewerId}
    OR EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${viewerId} AND n."subjectId" = c.id)
    OR EXISTS (SELECT FROM "Comment" own WHERE own."authorId" = ${viewerId} AND own."postId" = p.id)
    OR ${named(viewerId, sql`'commentId'`, sql`c.id`)})`;
}

/** The condition under which a message `m` of a room `r` notified the viewer, or was in a room that they joined. */
export function encounteredMessage(viewerId: string): Sql {
  return sql`(${wasIn(viewerId, sql`r.id`)}
    OR EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${viewerId} AND n."roomMessageId" = m.id))`;
}

/**
 * The condition under which a person `u` notified the viewer, shared a room with them, commented on the same post or on
 * theirs, or is named by their events.
 */
export function encounteredPerson(viewerId: string): Sql {
  return sql`(EXISTS (SELECT FROM "Notification" n WHERE n."userId" = ${viewerId} AND n."actorId" = u.id)
    OR EXISTS (SELECT FROM "RoomMessage" m WHERE m."userId" = u.id AND ${wasIn(viewerId, sql`m."roomId"`)})
    OR EXISTS (SELECT FROM "Comment" c WHERE c."authorId" = u.id AND c."postId" IN (
        SELECT own.id FROM "Post" own WHERE own."authorId" = ${viewerId}
        UNION ALL SELECT own."postId" FROM "Comment" own WHERE own."authorId" = ${viewerId}))
    OR ${named(viewerId, sql`'userId'`, sql`u.id`)})`;
}

/**
 * Whether the viewer is or was a member of a room, which its join messages tell. Selects the viewer's rooms in an
 * uncorrelated subquery, which runs once, not for each message.
 */
function wasIn(viewerId: string, roomId: Sql): Sql {
  return sql`${roomId} IN (SELECT a."roomId" FROM "RoomMember" a WHERE a."userId" = ${viewerId}
    UNION ALL SELECT j."roomId" FROM "RoomMessage" j
        WHERE j."userId" = ${viewerId} AND j.kind = 'system' AND j.what = 'joined')`;
}

/** Whether one of the viewer's own events names an id. */
function named(viewerId: string, field: Sql, id: Sql): Sql {
  return sql`EXISTS (SELECT FROM "Event" e WHERE e."userId" = ${viewerId} AND e.data ->> ${field} = ${id})`;
}
