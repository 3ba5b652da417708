import { type Context, read, idFor, inTransaction, write } from "@/lib/domain/kernel/context";
import { isOnBuild } from "@/lib/domain/writing/builds/comments";
import { notFound, invalid } from "@/lib/domain/kernel/errors";
import { mediaUrl } from "@/lib/domain/writing/media/queries";
import { IMAGE_PATH } from "@/lib/domain/writing/media/rules";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import {
  LISTED_BUILD,
  shownComment,
  visibleBuild,
  visiblePerson,
  visibleThread,
  visibleTo,
} from "@/lib/domain/kernel/visibility";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { SubjectType } from "./rules";
import type { Snapshot, Subject, NewReport } from "./schema";
import { record } from "@/lib/domain/consequences/events/commands";

/** The subject of a report, as the reporter currently sees it. */
interface Reported {
  subject: Subject;
  accountId: string;
  snapshot: Snapshot;
}

interface SubjectRow extends PersonColumns {
  id: string;
  title: string | null;
  content: string;
  link: string;
  createdAt: Date;
  media: { id: string; alt: string }[] | null;
}

/** @throws DomainError `not_found` if the reporter cannot see it, and did not see it before its author blocked them */
async function findReported(tx: Context, { type, id }: Subject): Promise<Reported> {
  const kind = type === "comment" && isOnBuild(id) ? "buildComment" : type;
  const [row] = await read<SubjectRow>(tx, `moderation.subject.${kind}.${tx.channel}`)`${SUBJECTS[kind](tx, id)}`;
  if (!row) throw notFound();
  return {
    subject: { type, id: row.id },
    accountId: row.personId,
    snapshot: {
      ...(row.title !== null && { title: row.title }),
      content: row.content,
      media: (row.media ?? []).map(({ id, alt }) => ({ id, alt, url: mediaUrl(id) })),
      author: presentPersonColumns(row),
      createdAt: row.createdAt.toISOString(),
      link: row.link,
    },
  };
}

const author = personColumns("u");
const NO_TITLE = sql`NULL::text AS title`;
const NO_MEDIA = sql`NULL::json AS media`;
/** The profile picture of a person `u`, if they chose one. */
const AVATAR = sql`(SELECT json_agg(json_build_object('id', m.id, 'alt', 'Profile picture')) FROM "Media" m
  WHERE m.id = substr(u.image, ${literal(String(IMAGE_PATH.length + 1))}) AND u.image = ${literal(`'${IMAGE_PATH}'`)} || m.id) AS media`;

/** The row of each kind of subject, under the condition that the actor can see it, or encountered it before. */
const SUBJECTS: Record<SubjectType | "buildComment", (tx: Context, id: string) => Sql> = {
  post: ({ channel, actor }, id) =>
    sql`SELECT p.id, p.warning AS title, p.content, '/posts/' || p.id AS link, p."createdAt",
        (SELECT json_agg(json_build_object('id', m.id, 'alt', m.alt) ORDER BY m.position)
           FROM "Media" m WHERE m."postId" = p.id) AS media, ${author}
       FROM "Post" p JOIN "User" u ON u.id = p."authorId" WHERE p.id = ${id}
        AND (${visibleTo(channel, actor.id)} OR p."deletedAt" IS NULL AND ${encounteredPost(actor.id)})`,
  comment: ({ channel, actor }, id) =>
    sql`SELECT c.id, ${NO_TITLE}, c.content, '/posts/' || p.id || '#' || c.id AS link, c."createdAt", ${NO_MEDIA}, ${author}
       FROM "Comment" c JOIN "Post" p ON p.id = c."postId" JOIN "User" u ON u.id = c."authorId"
      WHERE c.id = ${id} AND c."deletedAt" IS NULL
        AND (${visibleTo(channel, actor.id)} AND ${shownComment(actor.id)} AND ${visibleThread(actor.id, sql`c.id`)}
          OR p."deletedAt" IS NULL AND c."hiddenAt" IS NULL AND ${encounteredComment(actor.id)})`,
  buildComment: ({ actor }, id) =>
    sql`SELECT c.id, ${NO_TITLE}, c.content, '/builds/' || b.slug || '#' || c.id AS link, c."createdAt", ${NO_MEDIA}, ${author}
       FROM "BuildComment" c JOIN "Build" b ON b.id = c."buildId" JOIN "User" u ON u.id = c."authorId"
      WHERE c.id = ${id}
        AND (${visibleBuild(actor.id)} AND ${shownComment(actor.id)}
          OR ${LISTED_BUILD} AND c."hiddenAt" IS NULL AND ${encounteredBuildComment(actor.id)})`,
  // The public API names a build by its slug.
  build: ({ actor }, id) =>
    sql`SELECT b.id, b.title, concat_ws(E'\n\n', b.description, b.readme,
          NULLIF(array_to_string(b.technologies, ', '), ''), b."repoUrl", b."demoUrl") AS content,
        '/builds/' || b.slug AS link, b."publishedAt" AS "createdAt",
        (SELECT json_agg(json_build_object('id', m.id, 'alt', m.alt) ORDER BY m.role, m.position)
           FROM "Media" m WHERE m."buildId" = b.id) AS media, ${author}
       FROM "Build" b JOIN "User" u ON u.id = b."authorId" WHERE (b.id = ${id} OR b.slug = ${id}) 
        AND ${visibleBuild(actor.id)}`,
  message: ({ actor }, id) =>
    sql`SELECT m.id, ${NO_TITLE}, m.content, '/rooms/' || r.code || '#' || m.id AS link, m."createdAt", ${NO_MEDIA}, ${author}
       FROM "RoomMessage" m JOIN "Room" r ON r.id = m."roomId" AND r."closedAt" IS NULL
       JOIN "User" u ON u.id = m."userId"
      WHERE m.id = ${id} AND m.kind = 'message' AND m."deletedAt" IS NULL AND ${encounteredMessage(actor.id)}`,
  user: ({ actor }, id) =>
    sql`SELECT u.id, u.name AS title, u.bio AS content, '/users/' || u.handle AS link, u."createdAt", ${AVATAR}, ${author}
       FROM "User" u WHERE u.id = ${id} AND u.role <> 'SYSTEM' AND u."closedAt" IS NULL
        AND (${visiblePerson(actor.id, sql`u.id`)} OR ${encounteredPerson(actor.id)})`,
};

// Content that somebody may report although its author has blocked them since: what they saw before. Otherwise,
// blocking first would prevent reports (docs/contract.md#reports-and-moderation).

function encounteredPost(viewerId: string): Sql {
  return sql`(${wasNotified(viewerId, sql`n."postId" = p.id OR n."subjectId" = p.id`)}
    OR ${tookPart(viewerId, sql`p.id`)}
    OR ${named(viewerId, sql`'postId'`, sql`p.id`)})`;
}

function encounteredComment(viewerId: string): Sql {
  return sql`(${wasNotified(viewerId, sql`n."subjectId" = c.id`)}
    OR ${tookPart(viewerId, sql`p.id`)}
    OR ${named(viewerId, sql`'commentId'`, sql`c.id`)})`;
}

function encounteredBuildComment(viewerId: string): Sql {
  return sql`(${wasNotified(viewerId, sql`n."subjectId" = c.id`)} OR ${tookPart(viewerId, sql`b.id`)})`;
}

function encounteredMessage(viewerId: string): Sql {
  return sql`(${wasIn(viewerId, sql`r.id`)} OR ${wasNotified(viewerId, sql`n."subjectId" = m.id`)})`;
}

function encounteredPerson(viewerId: string): Sql {
  return sql`(${wasNotified(viewerId, sql`n."actorId" = u.id`)}
    OR EXISTS (SELECT FROM "RoomMessage" m WHERE m."userId" = u.id AND ${wasIn(viewerId, sql`m."roomId"`)})
    OR EXISTS (SELECT FROM ${threadsOf(sql`u.id`)} theirs WHERE theirs.id IN ${threadsOf(viewerId)})
    OR ${named(viewerId, sql`'userId'`, sql`u.id`)})`;
}

/** Whether a notification `n` told them of it, even if it was retracted since. */
function wasNotified(viewerId: string, about: Sql): Sql {
  return sql`EXISTS (SELECT FROM (
      SELECT "userId", "actorId", "subjectId", "postId" FROM "Notification"
      UNION ALL SELECT "userId", "actorId", "subjectId", "postId" FROM "RetractedNotification") n
    WHERE n."userId" = ${viewerId} AND (${about}))`;
}

function tookPart(viewerId: string, threadId: Sql): Sql {
  return sql`EXISTS (SELECT FROM ${threadsOf(viewerId)} own WHERE own.id = ${threadId})`;
}

/** The posts and builds that somebody wrote or commented on, even if the comment was deleted since. */
function threadsOf(personId: string | Sql): Sql {
  return sql`(SELECT id FROM "Post" WHERE "authorId" = ${personId}
    UNION ALL SELECT "postId" FROM "Comment" WHERE "authorId" = ${personId}
    UNION ALL SELECT "postId" FROM "FormerCommenter" WHERE "userId" = ${personId}
    UNION ALL SELECT id FROM "Build" WHERE "authorId" = ${personId}
    UNION ALL SELECT "buildId" FROM "BuildComment" WHERE "authorId" = ${personId})`;
}

/** Whether they are or were a member, by join messages. An uncorrelated subquery runs once, not for each message. */
function wasIn(viewerId: string, roomId: Sql): Sql {
  return sql`${roomId} IN (SELECT a."roomId" FROM "RoomMember" a WHERE a."userId" = ${viewerId}
    UNION ALL SELECT j."roomId" FROM "RoomMessage" j
        WHERE j."userId" = ${viewerId} AND j.kind = 'system' AND j.what = 'joined')`;
}

/** Whether an event named it to them. The data of a test event is their own. */
function named(viewerId: string, field: Sql, id: Sql): Sql {
  return sql`EXISTS (SELECT FROM "Event" e
    WHERE e."userId" = ${viewerId} AND NOT e."isTest" AND e.data ->> ${field} = ${id})`;
}

/**
 * Snapshots the subject's content. While the report is open, reporting the subject again returns the same report.
 * @throws DomainError `not_found` for subjects that the actor cannot see, `invalid_request` for their own
 */
export function fileReport(ctx: Context, { subject, reason, comment = "" }: NewReport): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const reported = await findReported(tx, subject);
    if (reported.accountId === tx.actor.id)
      throw invalid([{ param: "subject.id", message: "This is yours. You can report what others write or do." }]);
    const { id, isNew } = await insertReport(tx, reported, { reason, comment });
    if (isNew) {
      await keepMedia(tx, id, reported.snapshot);
      await record(tx, "report.filed", { reportId: id }, { subjectId: id });
    }
    return { id };
  });
}

async function insertReport(
  tx: Context,
  { subject, accountId, snapshot }: Reported,
  { reason, comment }: { reason: string; comment: string },
): Promise<{ id: string; isNew: boolean }> {
  const newId = idFor(tx, "rep");
  // The update changes nothing; it makes the statement return an existing open report.
  const [row] = await read<{ id: string }>(tx, "moderation.report")`
    INSERT INTO "Report" (id, "reporterId", "subjectType", "subjectId", "accountId", reason, comment, snapshot, "createdAt")
    VALUES (${newId}, ${tx.actor.id}, ${subject.type}::"ReportSubject", ${subject.id}, ${accountId}, ${reason}, ${comment},
            ${JSON.stringify(snapshot)}::jsonb, ${tx.now})
    ON CONFLICT ("reporterId", "subjectType", "subjectId") WHERE status = 'open'
    DO UPDATE SET status = 'open' RETURNING id`;
  const id = row?.id ?? newId;
  return { id, isNew: id === newId };
}

/** Keeps the images of a subject for its report, even if their post is deleted. */
async function keepMedia(tx: Context, reportId: string, { media }: Snapshot): Promise<void> {
  const mediaIds = media.map(({ id }) => id);
  if (mediaIds.length === 0) return;
  await write(tx, "moderation.media")`
    INSERT INTO "ReportedMedia" ("reportId", "mediaId") SELECT ${reportId}, unnest(${mediaIds}::text[])
    ON CONFLICT DO NOTHING`;
}
