import { RESTORED, suspendedForGood } from "@/lib/domain/accounts/users/account-standing";
import { endAccess, WHILE_SUSPENDED } from "@/lib/domain/accounts/lifecycle/access";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { sql, literal } from "@/lib/infra/database/sql";
import { leaveAllRooms } from "@/lib/domain/play/rooms/membership";
import { retractAbout } from "@/lib/domain/consequences/notifications/commands";

/** Limits the audience of everything that an account writes to its followers. */
export async function limitAccount(tx: Context, userId: string): Promise<void> {
  await write(tx, "moderation.limit")`
    UPDATE "User" SET "limitedAt" = ${tx.now} WHERE id = ${userId} AND "limitedAt" IS NULL`;
  await narrowPostsOf(tx, userId);
}

export async function unlimitAccount(tx: Context, userId: string): Promise<void> {
  await write(tx, "moderation.unlimit")`UPDATE "User" SET "limitedAt" = NULL WHERE id = ${userId}`;
  await widenPostsOf(tx, userId);
}

/** Suspends the actor: ends sessions, streams, rooms and webhooks, and rejects keys. A longer suspension stays. */
export async function suspendAccount(tx: Context, until: Date | null): Promise<void> {
  await leaveAllRooms(tx);
  await endAccess(tx, WHILE_SUSPENDED);
  await write(tx, "moderation.suspend")`
    UPDATE "User" SET "suspendedAt" = ${tx.now}, "suspendedUntil" = CASE
      WHEN ${until}::timestamptz IS NULL OR ${suspendedForGood(sql`"User"`)}
      THEN NULL ELSE GREATEST("suspendedUntil", ${until}::timestamptz) END
    WHERE id = ${tx.actor.id}`;
}

/** Ends or shortens it to what other decisions still require. Keeps an indefinite one, which only the operator sets. */
export async function takeBackSuspension(tx: Context, accountId: string): Promise<void> {
  const [others] = await read<{ until: Date | null }>(tx, "moderation.otherSuspensions")`
    SELECT max(until) AS until FROM "Decision"
    WHERE "accountId" = ${accountId} AND action = 'suspend' AND "liftedAt" IS NULL AND until > ${tx.now}`;
  const { until } = others!;
  if (until === null) await endSuspension(tx, accountId);
  else
    await write(tx, "moderation.shortenSuspension")`
      UPDATE "User" SET "suspendedUntil" = ${until} WHERE id = ${accountId} AND "suspendedUntil" > ${until}`;
}

/**
 * Ends a suspension by moderators; with `isOver` only one that has run out. Never ends the operator's. A closed account
 * stays closed. Returns whether it ended one.
 */
async function endSuspension(
  tx: VisitorContext,
  userId: string,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<boolean> {
  const ends = isOver ? sql`"suspendedUntil" <= ${tx.now}` : sql`"suspendedUntil" IS NOT NULL`;
  const ended = await write(tx, isOver ? "moderation.endSuspensionInTime" : "moderation.endSuspension")`
    UPDATE "User" SET ${RESTORED} WHERE id = ${userId} AND ${ends}`;
  if (ended > 0) await writeAuditEntry(tx, { action: "account.restored", accountId: userId, actorId: null });
  return ended > 0;
}

export async function endDueSuspensions(ctx: VisitorContext): Promise<void> {
  const due = await read<{ id: string }>(ctx, "moderation.dueSuspensions")`
    SELECT id FROM "User" WHERE "suspendedUntil" <= ${ctx.now} LIMIT ${literal(DUE_BATCH)}`;
  for (const { id } of due)
    await inTransaction(ctx, async (tx) => {
      // A moderator may have extended it in the meantime.
      if (!(await endSuspension(tx, id, { isOver: true }))) return;
      await write(tx, "moderation.suspensionOver")`
        UPDATE "Decision" SET "liftedAt" = ${tx.now}
        WHERE "accountId" = ${id} AND action = 'suspend' AND "liftedAt" IS NULL AND until <= ${tx.now}`;
    });
}

const DUE_BATCH = 100;

// Posts are hidden and limited by narrowing their audience, which every read of posts checks already, including those
// of an older release. The author's chosen audience is stored, and the count of public posts is updated. Deleted posts
// are not counted. Posts of a closed account are narrowed as well, because it may be reopened.

/** Hides a post from everybody except its author. */
export async function hidePost(tx: Context, id: string): Promise<void> {
  await write(tx, "moderation.hidePost")`
    WITH before AS (SELECT id, "authorId", audience, "deletedAt" FROM "Post"
           WHERE id = ${id} AND "hiddenAt" IS NULL FOR UPDATE),
         hidden AS (UPDATE "Post" p SET "hiddenAt" = ${tx.now}, "chosenAudience" = COALESCE(p."chosenAudience", p.audience),
                           audience = 'PRIVATE' FROM before b WHERE p.id = b.id RETURNING b."authorId", b.audience, b."deletedAt")
    UPDATE "User" u SET "publicPostsCount" = u."publicPostsCount" - 1 FROM hidden h
     WHERE u.id = h."authorId" AND h.audience = 'PUBLIC' AND h."deletedAt" IS NULL`;
  await retractAbout(tx, { postId: id });
}

/** Shows a hidden post to its chosen audience again, or to followers if the author is limited. */
export async function showPost(tx: Context, id: string): Promise<void> {
  await write(tx, "moderation.showPost")`
    WITH shown AS (UPDATE "Post" p SET "hiddenAt" = NULL,
           audience = CASE WHEN u."limitedAt" IS NOT NULL AND p."chosenAudience" = 'PUBLIC' THEN 'FOLLOWERS'
                           ELSE p."chosenAudience" END,
           "chosenAudience" = CASE WHEN u."limitedAt" IS NOT NULL AND p."chosenAudience" = 'PUBLIC' THEN p."chosenAudience" END
            FROM "User" u WHERE p.id = ${id} AND u.id = p."authorId" AND p."hiddenAt" IS NOT NULL
       RETURNING p."authorId", p.audience, p."deletedAt")
    UPDATE "User" u SET "publicPostsCount" = u."publicPostsCount" + 1 FROM shown s
     WHERE u.id = s."authorId" AND s.audience = 'PUBLIC' AND s."deletedAt" IS NULL`;
}

async function narrowPostsOf(tx: Context, authorId: string): Promise<void> {
  await write(tx, "moderation.narrowPosts")`
    WITH narrowed AS (UPDATE "Post" SET "chosenAudience" = 'PUBLIC', audience = 'FOLLOWERS'
        WHERE "authorId" = ${authorId} AND audience = 'PUBLIC' RETURNING "deletedAt")
    UPDATE "User" SET "publicPostsCount" = "publicPostsCount"
           - (SELECT count(*) FROM narrowed WHERE "deletedAt" IS NULL)::int WHERE id = ${authorId}`;
}

/** Restores the chosen audience of an account's posts that were narrowed and are not hidden. */
async function widenPostsOf(tx: Context, authorId: string): Promise<void> {
  await write(tx, "moderation.widenPosts")`
    WITH widened AS (UPDATE "Post" SET audience = "chosenAudience", "chosenAudience" = NULL
        WHERE "authorId" = ${authorId} AND "chosenAudience" IS NOT NULL AND "hiddenAt" IS NULL
       RETURNING audience, "deletedAt")
    UPDATE "User" SET "publicPostsCount" = "publicPostsCount"
           + (SELECT count(*) FROM widened WHERE audience = 'PUBLIC' AND "deletedAt" IS NULL)::int WHERE id = ${authorId}`;
}

/** Hides a comment or build from everybody except its author, or shows it again. */
export async function setHidden(
  tx: Context,
  table: "Comment" | "BuildComment" | "Build",
  id: string,
  hidden: boolean,
): Promise<void> {
  const hiddenAt = hidden ? tx.now : null;
  await write(tx, `moderation.hide${table}`)`
    UPDATE ${literal(`"${table}"`)} SET "hiddenAt" = ${hiddenAt} WHERE id = ${id}`;
}
