import { stillSuspended } from "@/lib/domain/accounts/users/account-standing";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { lockKeptFollows, restoreFollows } from "@/lib/domain/people/graph/closing";
import { closedSince, type ClosedUser, restoreSignIns, restoreUser } from "@/lib/domain/accounts/users/closing";
import { type Credentials, loginName } from "@/lib/domain/accounts/users/credentials";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { restoreBuilds } from "@/lib/domain/writing/builds/commands";
import { restoreAvatar } from "@/lib/domain/writing/media/commands";
import { restorePosts } from "@/lib/domain/writing/posts/commands";
import { endAccess, ONCE_REOPENED } from "./access";

/**
 * Keeps what reopening the account restores. Call it before anything is closed.
 * @returns null if the account is closed already
 */
export async function keepForReopening(
  tx: Context,
): Promise<{ id: string; handle: string; /** Null if it is not verified. */ email: string | null } | null> {
  const [kept] = await read<{ id: string; handle: string; email: string | null }>(tx, "accounts.keepForReopening")`
    INSERT INTO "ClosedAccount" ("userId", handle, "handleChosen", name, email, "emailVerifiedAt", "passwordHash", image, bio,
                                 "bioMentions", "presenceVisibility", "closedAt")
    SELECT id, handle, "handleChosen", name, email, "emailVerifiedAt", "passwordHash", image, bio, "bioMentions", "presenceVisibility",
           ${tx.now}::timestamptz FROM "User" WHERE id = ${tx.actor.id} AND "closedAt" IS NULL
    ON CONFLICT DO NOTHING
    RETURNING "userId" AS id, handle, CASE WHEN "emailVerifiedAt" IS NOT NULL THEN email END AS email`;
  return kept ?? null;
}

const COLUMNS = sql`c."userId", c.handle, c."handleChosen", c.name, c.email, c."emailVerifiedAt", c."passwordHash", c.image,
  c.bio, c."bioMentions", c."presenceVisibility", c."closedAt", u.role, u.tier`;

/** The condition that a closed account `c` with the row `u` is recent enough to be reopened. */
const isRecent = (ctx: VisitorContext): Sql =>
  sql`c."closedAt" > ${closedSince(ctx)}::timestamptz AND u."closedAt" = c."closedAt"`;

/** Whether a decision to close the account is in force. It may predate or follow the owner's own closing. */
const isClosedByDecision = sql`EXISTS (SELECT FROM "Decision" d
    WHERE d."accountId" = c."userId" AND d.action = 'close' AND d."liftedAt" IS NULL)`;

/** When moderators suspended a closed account; null if they did not. */
const suspendedAt = ({ now }: VisitorContext): Sql =>
  sql`CASE WHEN ${isClosedByDecision} THEN c."closedAt"
    WHEN ${stillSuspended(sql`u`, now)} THEN u."suspendedAt" END`;

/** Finds a closed account that is recent enough to be reopened, by its former login. */
export async function findClosed(ctx: VisitorContext, login: string): Promise<Credentials | null> {
  const name = loginName(login);
  if (name === null) return null;
  const [closed] = await read<Credentials>(ctx, "accounts.findClosed")`
    SELECT c."userId" AS id, c."passwordHash", ${suspendedAt(ctx)} AS "suspendedAt"
     FROM "ClosedAccount" c JOIN "User" u ON u.id = c."userId"
    WHERE (c.handle = ${name} OR c.email = ${name}) AND ${isRecent(ctx)} ORDER BY c."closedAt" DESC LIMIT 1`;
  return closed ?? null;
}

export async function isReopenable(ctx: VisitorContext, userId: string): Promise<boolean> {
  const found = await read(ctx, "accounts.isReopenable")`
    SELECT 1 FROM "ClosedAccount" c JOIN "User" u ON u.id = c."userId"
    WHERE c."userId" = ${userId} AND ${isRecent(ctx)} AND ${suspendedAt(ctx)} IS NULL`;
  return found.length > 0;
}

/**
 * Reopens an account for its owner, who has proved their identity: posts, builds, follows and profile are restored.
 * Keys, webhooks, sessions, rooms, guilds and notifications are not.
 * @throws DomainError `not_found` if it is too late, or if moderators closed or suspended it meanwhile
 */
export function reopenAccount(ctx: VisitorContext, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockKeptFollows(tx, id);
    const [closed] = await read<ClosedUser>(tx, "accounts.lockClosed")`
      SELECT ${COLUMNS} FROM "ClosedAccount" c JOIN "User" u ON u.id = c."userId"
      WHERE c."userId" = ${id} AND ${isRecent(tx)} AND ${suspendedAt(tx)} IS NULL FOR UPDATE OF c`;
    if (!closed) throw notFound();
    await restore(actAs(tx, { ...closed, id }), closed, { openedBy: id });
  });
}

/**
 * Reopens an account that a moderator closed. The actor is the moderator who reverses that decision. Returns false, and
 * changes nothing, if its data is no longer kept, or if its owner had closed it before the decision.
 */
export async function reopenByDecision(tx: Context, { id }: { id: string }): Promise<boolean> {
  await lockKeptFollows(tx, id);
  const [closed] = await read<ClosedUser>(tx, "accounts.lockClosedByDecision")`
    SELECT ${COLUMNS} FROM "ClosedAccount" c JOIN "User" u ON u.id = c."userId"
    WHERE c."userId" = ${id} AND u."closedAt" = c."closedAt" AND EXISTS (SELECT FROM "Decision" d
          WHERE d."accountId" = ${id} AND d.action = 'close' AND d."createdAt" = c."closedAt") FOR UPDATE OF c`;
  if (!closed) return false;
  await restore(actAs(tx, { ...closed, id }), closed, { openedBy: tx.actor.id });
  return true;
}

/** Returns the address and handle for letters about a closed account, while it is kept. */
export async function closedOwner(tx: VisitorContext, userId: string) {
  const [owner] = await read<Pick<ClosedUser, "email" | "handle">>(tx, "accounts.closedOwner")`
    SELECT email, handle FROM "ClosedAccount" WHERE "userId" = ${userId}`;
  return owner;
}

async function restore(tx: Context, closed: ClosedUser, { openedBy }: { openedBy: string }): Promise<void> {
  await restoreFollows(tx);
  await restorePosts(tx, closed.closedAt);
  await restoreBuilds(tx, closed.closedAt);
  await restoreAvatar(tx, closed.image);
  await restoreSignIns(tx, closed.closedAt);
  await restoreUser(tx, closed);
  await endAccess(tx, ONCE_REOPENED);
  await write(tx, "accounts.forgetClosed")`DELETE FROM "ClosedAccount" WHERE "userId" = ${closed.userId}`;
  await writeAuditEntry(tx, { action: "account.reopened", accountId: closed.userId, actorId: openedBy });
  const notification = {
    userIds: [closed.userId],
    preview: "Welcome back. Your account is open again; API keys and webhooks have to be created again.",
    link: "/settings/account",
  };
  await record(tx, "account.reopened", {}, { subjectId: tx.now.toISOString(), notifications: [notification] });
}
