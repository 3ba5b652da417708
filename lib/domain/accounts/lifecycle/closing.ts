import { deleteOwnApps } from "@/lib/domain/accounts/apps/commands";
import { type Context, read, inTransaction, actAs, type VisitorContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { forfeitOwnDuels } from "@/lib/domain/play/duels/due";
import { undoFollows } from "@/lib/domain/people/graph/closing";
import { hideAvatar, releaseMedia } from "@/lib/domain/writing/media/commands";
import { ACTOR_COLUMNS, type ActorColumns, readAccount } from "@/lib/domain/accounts/users/account";
import { anonymizeOwnUser, closedSince } from "@/lib/domain/accounts/users/closing";
import { HANDLE_RESERVATION_DAYS } from "@/lib/domain/accounts/users/rules";
import { endAccess, ONCE_CLOSED, ONCE_GONE } from "./access";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { conflict } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockAccountsAround, lockAdmins, rejectLastAdmin } from "@/lib/domain/kernel/locks";
import { sql } from "@/lib/infra/database/sql";
import { confirmOwner } from "./credential";
import { keepForReopening } from "./reopening";
import { reservedSince } from "@/lib/domain/accounts/users/handles";
import { deleteIncomingActs } from "@/lib/domain/consequences/incoming/acts";
import { deleteOwnLetters } from "@/lib/domain/accounts/mail/outbox";
import { retractOwnNotifications } from "@/lib/domain/consequences/notifications/commands";
import { deleteRetracted } from "@/lib/domain/consequences/notifications/retracted";
import { forgetThreads } from "@/lib/domain/writing/comments/commands";
import { deleteOwnTopic } from "@/lib/domain/consequences/live/events";
import { deleteOwnHiding } from "@/lib/domain/people/safety/commands";
import { takeDownOwnBuilds } from "@/lib/domain/writing/builds/commands";
import { deleteOwnPosts } from "@/lib/domain/writing/posts/commands";
import { deleteOwnDrafts } from "@/lib/domain/writing/drafts/commands";
import { deleteOwnScheduledPosts } from "@/lib/domain/writing/scheduled/commands";
import { deleteOwnImports, stopOwnImports } from "@/lib/domain/accounts/imports/commands";
import { deleteOwnMutedConversations } from "@/lib/domain/consequences/notifications/conversations";
import { deleteOwnTagFollows } from "@/lib/domain/writing/tags/commands";
import { deleteOwnDigest } from "@/lib/domain/consequences/digest/settings";
import { leaveAllRooms } from "@/lib/domain/play/rooms/membership";

type Steps = readonly ((tx: Context) => Promise<unknown>)[];

/**
 * Locks an account and all accounts whose counts or duels its closing changes, in the order of their ids, so that two
 * people who follow or challenge each other can close their accounts concurrently. Call it before taking any other lock
 * except the admins'.
 */
export function lockForClosing(tx: Context, id: string): Promise<void> {
  return lockAccountsAround(
    tx,
    "accounts.lockForClosing",
    id,
    sql`SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${id}
        UNION ALL SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${id}
        UNION ALL SELECT "opponentId" FROM "Duel" WHERE "challengerId" = ${id} AND "closedAt" IS NULL
        UNION ALL SELECT "challengerId" FROM "Duel" WHERE "opponentId" = ${id} AND "closedAt" IS NULL`,
  );
}

/** One per module, in `LOCK_ORDER`. Not reactions to `account.closed`, because the imports would be circular. */
const CLOSING: Steps = [
  undoFollows,
  leaveAllRooms,
  forfeitOwnDuels,
  // Before the posts, as acts on these lock both.
  retractOwnNotifications,
  deleteOwnPosts,
  // The longest time for which a closed account is kept. Usually it expires earlier, with the rest.
  (tx) => hideAvatar(tx, new Date(tx.now.getTime() + HANDLE_RESERVATION_DAYS * DAY_MS)),
  takeDownOwnBuilds,
  deleteOwnApps,
  (tx) => endAccess(tx, ONCE_CLOSED),
  deleteOwnLetters,
  deleteOwnDigest,
  stopOwnImports,
  deleteOwnTopic,
  anonymizeOwnUser,
];

/**
 * The steps that end a closed account for good. Second factors guard its reopening until then; blocks and mutes are
 * kept, so that closing and reopening does not undo them.
 */
const FINISHING: Steps = [
  (tx) => endAccess(tx, ONCE_GONE),
  deleteOwnHiding,
  deleteOwnTagFollows,
  deleteOwnMutedConversations,
  deleteIncomingActs,
  deleteRetracted,
  forgetThreads,
  deleteOwnScheduledPosts,
  deleteOwnDrafts,
  deleteOwnImports,
  (tx) => releaseMedia(tx, { ownerId: tx.actor.id }),
];

/**
 * Closes the account: hides it from everybody at once, and lets its owner open it again for `REOPENING_DAYS`. The
 * ledger stays, since every balance must remain the sum of its rows.
 * @throws DomainError `invalid_request` for a wrong password, `proof_required` without one; `conflict` for the last
 *   admin
 */
export async function closeAccount(ctx: Context, { password }: { password?: string }): Promise<void> {
  await confirmOwner(ctx, password);
  await inTransaction(ctx, async (tx) => {
    const isAdmin = tx.actor.role === "ADMIN";
    if (isAdmin) rejectLastAdmin(await lockAdmins(tx), tx.actor.id);
    await lockForClosing(tx, tx.actor.id);
    const was = await keepForReopening(tx);
    if (!was) return;
    for (const step of CLOSING) await step(tx);
    if (!isAdmin) await rejectNewAdmin(tx);
    await writeAuditEntry(tx, { action: "account.closed" });
    const { id: userId, handle, email } = was;
    const letter = { kind: "account-closed" as const, userId, email, handle };
    await record(tx, "account.closed", {}, { subjectId: userId, letters: [letter] });
  });
}

/** Rejects a new admin, who may be the only one. Requires the account to be locked. */
async function rejectNewAdmin(tx: Context): Promise<void> {
  const { role } = await readAccount(tx, tx.actor.id);
  if (role === "ADMIN") throw conflict("You were made an admin just now. Try again.");
}

/**
 * Closes the actor's locked account by the decision of the moderator `closedBy`. While the decision is in force, the
 * owner cannot reopen the account; within the same period, a successful appeal can
 * (docs/contract.md#reports-and-moderation).
 */
export async function closeByDecision(tx: Context, { closedBy }: { closedBy: string }): Promise<void> {
  if (await keepForReopening(tx)) for (const step of CLOSING) await step(tx);
  await writeAuditEntry(tx, { action: "account.closed", accountId: tx.actor.id, actorId: closedBy });
}

/** Accounts ended in one transaction. */
const BATCH = 20;

/**
 * Ends closed accounts for good once the time to open them again is over. One that a moderator closed waits for the
 * answer to an open appeal, at most as long as its handle is reserved (docs/contract.md#reports-and-moderation).
 */
export async function finishClosings(ctx: VisitorContext): Promise<void> {
  while ((await inTransaction(ctx, finishBatch)) === BATCH);
}

async function finishBatch(tx: VisitorContext): Promise<number> {
  const gone = await read<ActorColumns>(tx, "accounts.finishClosings")`
    DELETE FROM "ClosedAccount" gone USING "User" u WHERE u.id = gone."userId" AND gone."userId" = ANY (ARRAY(
      SELECT c."userId" FROM "ClosedAccount" c WHERE c."closedAt" <= ${closedSince(tx)}::timestamptz
         AND (c."closedAt" <= ${reservedSince(tx)}::timestamptz OR NOT EXISTS (
           SELECT FROM "Decision" d JOIN "Appeal" a ON a."decisionId" = d.id
            WHERE d."accountId" = c."userId" AND d.action = 'close' AND a.status = 'open'))
       ORDER BY c."closedAt" LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED))
    RETURNING ${ACTOR_COLUMNS}`;
  for (const account of gone) for (const step of FINISHING) await step(actAs(tx, account));
  return gone.length;
}
