import { type Actor, type Context, type VisitorContext, write } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { DomainError } from "@/lib/domain/errors";
import { databaseCodes } from "@/lib/domain/retryable";
import type { PresenceVisibility } from "@/lib/infra/prisma/enums";
import { sql } from "@/lib/infra/sql";
import { randomBase62 } from "@/lib/domain/id";
import { releaseHandle } from "./handles";
import { WAY_BACK_DAYS } from "./rules";

/** Accounts closed before this are gone for good, even before retention has finished them. */
export function closedSince({ now }: Pick<VisitorContext, "now">): Date {
  return new Date(now.getTime() - WAY_BACK_DAYS * DAY_MS);
}

/**
 * Deletes every means of signing in to a closed account but its factors. Linked accounts of OAuth providers are kept if
 * it can be opened again, for they may be the only way back.
 */
export async function deleteOwnSignIns(tx: Context): Promise<void> {
  const where = { userId: tx.actor.id };
  await write(
    tx,
    "users.keepSignIns",
    sql`INSERT INTO "ClosedSignIn" ("closedId", provider, "providerAccountId", "createdAt")
      SELECT "userId", provider, "providerAccountId", "createdAt" FROM "OAuthAccount"
       WHERE "userId" = ${tx.actor.id} AND EXISTS (SELECT FROM "ClosedAccount" WHERE "userId" = ${tx.actor.id})`,
  );
  await tx.db.oAuthAccount.deleteMany({ where });
  await tx.db.session.deleteMany({ where });
  await tx.db.signInNetwork.deleteMany({ where });
  await tx.db.emailToken.deleteMany({ where });
}

/** Links the accounts of OAuth providers again, but for those that somebody has linked to another account since. */
export async function restoreSignIns(tx: Context): Promise<void> {
  await write(
    tx,
    "users.restoreSignIns",
    sql`INSERT INTO "OAuthAccount" ("userId", provider, "providerAccountId", "createdAt")
      SELECT "closedId", provider, "providerAccountId", "createdAt" FROM "ClosedSignIn" WHERE "closedId" = ${tx.actor.id}
      ON CONFLICT DO NOTHING`,
  );
}

/** Ends sessions that began while the account was being closed. */
export async function deleteOwnSessions({ db, actor }: Context): Promise<void> {
  await db.session.deleteMany({ where: { userId: actor.id } });
}

/** Anonymizes a closed account's row, which stays because others have replied to it. */
export async function anonymizeOwnUser(tx: Context): Promise<void> {
  const userId = tx.actor.id;
  const { handle, handleChosen } = await tx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { handle: true, handleChosen: true },
  });
  if (handleChosen) await releaseHandle(tx, { userId, handle });
  await tx.db.user.update({
    where: { id: userId },
    data: {
      handle: `gone_${randomBase62(tx.random, 14).toLowerCase()}`,
      name: "Somebody who left",
      email: null,
      emailVerifiedAt: null,
      passwordHash: null,
      image: null,
      bio: "",
      suspendedAt: tx.now,
      suspendedUntil: null,
      closedAt: tx.now,
      presenceVisibility: "nobody",
      postsCount: 0,
      publicPostsCount: 0,
      followersCount: 0,
      followingCount: 0,
    },
    select: { id: true },
  });
}

/** A closed account as it was, with what its row still has. */
export interface ClosedUser extends Pick<Actor, "role" | "tier"> {
  userId: string;
  handle: string;
  handleChosen: boolean;
  name: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  image: string | null;
  bio: string;
  bioMentions: Record<string, string> | null;
  presenceVisibility: PresenceVisibility;
  closedAt: Date;
}

/**
 * Makes the row of a closed account what it was. An address that another account has taken since stays there.
 * @throws DomainError `conflict` if somebody takes it at this moment
 */
export async function restoreUser(tx: Context, was: ClosedUser): Promise<void> {
  await tx.db.releasedHandle.deleteMany({ where: { handle: was.handle, userId: was.userId } });
  await write(
    tx,
    "users.restore",
    sql`UPDATE "User" SET handle = ${was.handle}, "handleChosen" = ${was.handleChosen}, name = ${was.name},
          email = CASE WHEN EXISTS (SELECT FROM "User" WHERE email = ${was.email}) THEN NULL ELSE ${was.email} END,
          "emailVerifiedAt" = CASE WHEN EXISTS (SELECT FROM "User" WHERE email = ${was.email}) THEN NULL
            ELSE ${was.emailVerifiedAt}::timestamptz END,
          "passwordHash" = ${was.passwordHash}, image = ${was.image}, bio = ${was.bio},
          "bioMentions" = ${was.bioMentions && JSON.stringify(was.bioMentions)}::jsonb,
          "presenceVisibility" = ${was.presenceVisibility}::"PresenceVisibility", "suspendedAt" = NULL,
          "suspendedUntil" = NULL, "closedAt" = NULL
        WHERE id = ${was.userId}`,
  ).catch((error: unknown) => {
    if (!databaseCodes(error).includes("23505")) throw error;
    throw new DomainError("conflict", "Your handle or e-mail address was taken at this moment. Try again.");
  });
}
