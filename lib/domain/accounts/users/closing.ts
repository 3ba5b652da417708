import { stillSuspended } from "./account-standing";
import { type Actor, type Context, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { conflict } from "@/lib/domain/kernel/errors";
import { databaseCodes } from "@/lib/infra/database/errors";
import type { ClosedAccount } from "@/lib/infra/prisma/client";
import { literal, sql } from "@/lib/infra/database/sql";
import { randomBase62 } from "@/lib/domain/kernel/id";
import { readHandle, releaseHandle } from "./handles";
import { REOPENING_DAYS } from "./rules";

/** In hours, because a day may have 23 of them. */
const REOPENING_PERIOD = sql`${literal(24 * REOPENING_DAYS)} * interval '1 hour'`;

/** Returns the time before which closed accounts cannot be reopened, even if retention has not deleted them yet. */
export function closedSince({ now }: Pick<VisitorContext, "now">): Date {
  return daysBefore(now, REOPENING_DAYS);
}

/** Unlinks a closed account from OAuth accounts, and stores the links: they may be the only way to reopen it. */
export async function keepSignIns(tx: Context): Promise<void> {
  await write(tx, "users.keepSignIns")`
    INSERT INTO "ClosedSignIn" ("closedId", provider, "providerAccountId", "createdAt")
    SELECT "userId", provider, "providerAccountId", "createdAt" FROM "OAuthAccount"
     WHERE "userId" = ${tx.actor.id} AND EXISTS (SELECT FROM "ClosedAccount" WHERE "userId" = ${tx.actor.id})`;
  await write(tx, "users.unlinkSignIns")`DELETE FROM "OAuthAccount" WHERE "userId" = ${tx.actor.id}`;
}

/**
 * Voids the links in letters, except those that undo an address change. Those stop expiring while the account is
 * closed; otherwise somebody who changed the address could void them by closing and reopening the account.
 */
export async function pauseUndoing(tx: Context): Promise<void> {
  const userId = tx.actor.id;
  await write(tx, "users.voidLinks")`
    DELETE FROM "EmailToken"
    WHERE "userId" = ${userId} AND (purpose <> 'undo_email_change' OR "expiresAt" <= ${tx.now})`;
  await write(tx, "users.pauseUndoing")`
    UPDATE "EmailToken" SET "expiresAt" = "expiresAt" + ${REOPENING_PERIOD} WHERE "userId" = ${userId}`;
}

async function resumeUndoing(tx: Context, closedAt: Date): Promise<void> {
  const unused = sql`${REOPENING_PERIOD} - (${tx.now}::timestamptz - ${closedAt}::timestamptz)`;
  await write(tx, "users.resumeUndoing")`
    UPDATE "EmailToken" SET "expiresAt" = "expiresAt" - (${unused}) WHERE "userId" = ${tx.actor.id}`;
}

export async function deleteOwnEmailTokens(tx: Context): Promise<void> {
  await write(tx, "emailTokens.deleteOwn")`DELETE FROM "EmailToken" WHERE "userId" = ${tx.actor.id}`;
}

/** Skips links to accounts linked elsewhere since. Links that undo an address change expire again. */
export async function restoreSignIns(tx: Context, closedAt: Date): Promise<void> {
  await resumeUndoing(tx, closedAt);
  await write(tx, "users.restoreSignIns")`
    INSERT INTO "OAuthAccount" ("userId", provider, "providerAccountId", "createdAt")
    SELECT "closedId", provider, "providerAccountId", "createdAt" FROM "ClosedSignIn" WHERE "closedId" = ${tx.actor.id}
    ON CONFLICT DO NOTHING`;
}

export async function deleteOwnSessions(tx: Context): Promise<void> {
  await write(tx, "sessions.deleteOwn")`DELETE FROM "Session" WHERE "userId" = ${tx.actor.id}`;
}

/** Anonymizes a closed account's row, which stays because others have replied to it. A suspension stays in force. */
export async function anonymizeOwnUser(tx: Context): Promise<void> {
  const userId = tx.actor.id;
  const before = await readHandle(tx, userId);
  if (before.handleChosen) await releaseHandle(tx, { userId, handle: before.handle });
  await write(tx, "users.anonymize")`
    UPDATE "User" SET handle = ${`gone_${randomBase62(tx.random, 14).toLowerCase()}`}, name = 'Somebody who left',
      email = NULL, "emailVerifiedAt" = NULL, "passwordHash" = NULL, image = NULL, bio = '', "bioMentions" = NULL,
      "suspendedAt" = COALESCE("suspendedAt", ${tx.now}), "closedAt" = ${tx.now}, "presenceVisibility" = 'nobody', "timeZone" = DEFAULT,
      "quietFrom" = NULL, "quietUntil" = NULL,
      "postsCount" = 0, "publicPostsCount" = 0, "followersCount" = 0, "followingCount" = 0
    WHERE id = ${userId}`;
}

/** The stored data of a closed account, with what its row still has. */
export type ClosedUser = Omit<ClosedAccount, "bioMentions"> &
  Pick<Actor, "role" | "tier"> & { bioMentions: Record<string, string> | null };

/**
 * Restores a closed account's row. An address that another account has taken stays with it, and a suspension that has
 * not run out stays in force.
 * @throws DomainError `conflict` if a concurrent act takes the handle or address
 */
export async function restoreUser(tx: Context, was: ClosedUser): Promise<void> {
  await write(tx, "handles.takeBack")`
    DELETE FROM "ReleasedHandle" WHERE handle = ${was.handle} AND "userId" = ${was.userId}`;
  const isSuspended = stillSuspended(sql`"User"`, tx.now);
  await write(tx, "users.restore")`
    UPDATE "User" SET handle = ${was.handle}, "handleChosen" = ${was.handleChosen}, name = ${was.name},
      email = CASE WHEN EXISTS (SELECT FROM "User" WHERE email = ${was.email}) THEN NULL ELSE ${was.email} END,
      "emailVerifiedAt" = CASE WHEN EXISTS (SELECT FROM "User" WHERE email = ${was.email}) THEN NULL
        ELSE ${was.emailVerifiedAt}::timestamptz END,
      "passwordHash" = ${was.passwordHash}, image = ${was.image}, bio = ${was.bio},
      "bioMentions" = ${was.bioMentions && JSON.stringify(was.bioMentions)}::jsonb,
      "presenceVisibility" = ${was.presenceVisibility}::"PresenceVisibility", "closedAt" = NULL,
      "suspendedAt" = CASE WHEN ${isSuspended} THEN "suspendedAt" END,
      "suspendedUntil" = CASE WHEN ${isSuspended} THEN "suspendedUntil" END
    WHERE id = ${was.userId}`.catch((error: unknown) => {
    if (!databaseCodes(error).includes("23505")) throw error;
    throw conflict("Your handle or e-mail address was taken at this moment. Try again.");
  });
}
