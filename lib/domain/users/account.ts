import { type Context, inTransaction } from "@/lib/domain/context";
import { invalid } from "@/lib/domain/errors";
import { randomBase62 } from "@/lib/domain/id";
import { revokeKeys as revokeOwnKeys } from "@/lib/domain/keys/commands";
import { releaseMedia } from "@/lib/domain/media/commands";
import { findMentions } from "@/lib/domain/mentions/queries";
import { databaseCodes } from "@/lib/domain/retryable";
import { claimHandle, handleTaken, refuseTooManyReleased, releaseHandle } from "./handles";
import { hashPassword, matchesPassword } from "./password";
import { imageUrl } from "./present";
import { MAX_SESSIONS } from "./rules";
import type { OwnProfile, PasswordChange, ProfileChange, SessionSummary } from "./schema";

/** What the settings show of their owner. */
export async function getOwnProfile(ctx: Context): Promise<OwnProfile> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, include: { profile: true } });
  return {
    name: user.name,
    handle: user.handle,
    bio: user.bio,
    image: imageUrl(user),
    imageChosen: user.image !== null,
    presenceVisibility: user.presenceVisibility,
    hasProfilePet: user.profile?.hasProfilePet ?? false,
    petHidden: user.profile?.petHidden ?? false,
  };
}

/** Changes what is given. Refuses with `conflict` a handle that is taken, or that somebody gave up lately. */
export async function changeProfile(
  ctx: Context,
  { petHidden, handle, bio, ...change }: ProfileChange,
): Promise<OwnProfile> {
  await inTransaction(ctx, async (tx) => {
    const bioChange = bio === undefined ? {} : { bio, bioMentions: (await findMentions(tx, bio)) ?? {} };
    await tx.db.user.update({ where: { id: tx.actor.id }, data: { ...change, ...bioChange }, select: { id: true } });
    if (handle !== undefined) await changeHandle(tx, handle);
    if (petHidden !== undefined)
      await tx.db.profile.updateMany({ where: { userId: tx.actor.id }, data: { petHidden } });
  }).catch((error: unknown) => {
    if (!databaseCodes(error).some((code) => code === "P2002" || code === "23505")) throw error;
    throw handleTaken();
  });
  return getOwnProfile(ctx);
}

async function changeHandle(tx: Context, handle: string): Promise<void> {
  const userId = tx.actor.id;
  const [before] = await tx.db.$queryRaw<
    { handle: string; handleChosen: boolean }[]
  >`SELECT handle, "handleChosen" FROM "User" WHERE id = ${userId} FOR UPDATE`;
  await tx.db.user.update({ where: { id: userId }, data: { handle, handleChosen: true }, select: { id: true } });
  if (!before || before.handle === handle) return;
  await claimHandle(tx, { userId, handle });
  if (before.handleChosen) await releaseHandle(tx, { userId, handle: before.handle });
  await refuseTooManyReleased(tx, userId);
}

/** Sets a new password and ends every session, this one too, and with `revokeKeys` API keys: whoever knew the old one is out. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword, revokeKeys = false }: PasswordChange,
): Promise<void> {
  await confirmPassword(ctx, "currentPassword", currentPassword);
  const passwordHash = await hashPassword(ctx, newPassword);
  await inTransaction(ctx, async (tx) => {
    await tx.db.user.update({ where: { id: tx.actor.id }, data: { passwordHash }, select: { id: true } });
    await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
    if (revokeKeys !== false) await revokeOwnKeys(tx, revokeKeys === true ? undefined : revokeKeys);
  });
}

export async function listSessions(ctx: Context): Promise<{ data: SessionSummary[] }> {
  const sessions = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_SESSIONS,
  });
  const data = sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { data };
}

/** Signs out everywhere. */
export async function endAllSessions(ctx: Context): Promise<void> {
  await ctx.db.session.deleteMany({ where: { userId: ctx.actor.id } });
}

/**
 * Closes the account for good: posts are deleted, follows undone, keys, webhooks and sessions gone, and the name taken
 * off what others have answered to. The ledger stays, since every balance must remain the sum of its rows.
 */
export async function closeAccount(ctx: Context, { password }: { password: string }): Promise<void> {
  await confirmPassword(ctx, "password", password);
  await inTransaction(ctx, async (tx) => {
    const userId = tx.actor.id;
    // Everybody whose counts change, locked in one order, so that two who follow each other can leave at once.
    await tx.db.$queryRaw`
      SELECT id FROM "User" WHERE id = ${userId}
         OR id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${userId})
         OR id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${userId})
      ORDER BY id FOR NO KEY UPDATE`;
    await tx.db
      .$executeRaw`UPDATE "User" SET "followersCount" = "followersCount" - 1 WHERE id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${userId})`;
    await tx.db
      .$executeRaw`UPDATE "User" SET "followingCount" = "followingCount" - 1 WHERE id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${userId})`;
    await tx.db.follow.deleteMany({ where: { OR: [{ followerId: userId }, { followeeId: userId }] } });
    await tx.db.post.updateMany({ where: { authorId: userId, deletedAt: null }, data: { deletedAt: tx.now } });
    await releaseMedia(tx, { ownerId: userId });
    await tx.db.build.updateMany({ where: { authorId: userId, deletedAt: null }, data: { deletedAt: tx.now } });
    await tx.db.apiKey.deleteMany({ where: { userId } });
    await tx.db.webhookEndpoint.deleteMany({ where: { userId } });
    await tx.db.oAuthAccount.deleteMany({ where: { userId } });
    await tx.db.session.deleteMany({ where: { userId } });
    await tx.db.notification.deleteMany({ where: { OR: [{ userId }, { actorId: userId }] } });
    const { handle, handleChosen } = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { handle: true, handleChosen: true },
    });
    if (handleChosen) await releaseHandle(tx, { userId, handle });
    await tx.db.signInNetwork.deleteMany({ where: { userId } });
    await tx.db.user.update({
      where: { id: userId },
      data: {
        handle: `gone_${randomBase62(tx.random, 14).toLowerCase()}`,
        name: "Somebody who left",
        email: null,
        passwordHash: null,
        image: null,
        bio: "",
        suspendedAt: tx.now,
        closedAt: tx.now,
        presenceVisibility: "nobody",
        postsCount: 0,
        publicPostsCount: 0,
        followersCount: 0,
        followingCount: 0,
      },
      select: { id: true },
    });
  });
}

async function confirmPassword(ctx: Context, param: string, given: string): Promise<void> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, select: { passwordHash: true } });
  if (!(await matchesPassword(ctx, user.passwordHash, given)))
    throw invalid([{ param, message: "This is not your password." }]);
}
