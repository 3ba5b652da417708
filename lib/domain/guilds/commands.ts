import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { conflict, notFound } from "@/lib/domain/errors";
import { recordSecurityChange } from "@/lib/domain/factors/announce";
import { lockOwnAccount, lockUser } from "@/lib/domain/guards/locks";
import { proveMemberships } from "./membership";
import { presentMembership } from "./queries";
import { DISCORD } from "./rules";
import type { Membership, MembershipChange } from "./schema";

/**
 * Links to the actor a Discord account whose owner has just signed in to it.
 * @throws `conflict` if it is linked to somebody else, or the actor has linked another one
 */
export function linkDiscord(ctx: Context, providerAccountId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx);
    const { count } = await tx.db.oAuthAccount.createMany({
      data: { provider: DISCORD, providerAccountId, userId: tx.actor.id, createdAt: tx.now },
      skipDuplicates: true,
    });
    const linked = await tx.db.oAuthAccount.count({
      where: { provider: DISCORD, providerAccountId, userId: tx.actor.id },
    });
    if (linked === 0) throw conflict("A Discord account is linked to one account here.");
    if (count > 0)
      await recordSecurityChange(tx, "provider.linked", "A Discord account was linked, which can sign in to it.", {
        name: "Discord",
      });
  });
}

/**
 * Unlinks the actor's Discord account, and deletes what Discord reported about them.
 * @throws `conflict` if it is their only way to sign in
 */
export function unlinkDiscord(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const userId = tx.actor.id;
    await lockUser(tx, userId);
    await deleteOwnGuilds(tx);
    const { count } = await tx.db.oAuthAccount.deleteMany({ where: { userId, provider: DISCORD } });
    const { passwordHash, oauthAccounts } = await tx.db.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, oauthAccounts: { select: { provider: true }, take: 1 } },
    });
    if (passwordHash === null && oauthAccounts.length === 0) throw conflict("Discord is your only way to sign in.");
    if (count > 0)
      await recordSecurityChange(tx, "provider.unlinked", "Discord was unlinked, and can no longer sign in to it.", {
        name: "Discord",
      });
  });
}

/** Changes where the actor's membership is shown. */
export async function changeMembership(ctx: Context, { id, hidden, onProfile }: MembershipChange): Promise<Membership> {
  const { count } = await ctx.db.guildMember.updateMany({
    where: { guildId: id, userId: ctx.actor.id },
    data: { isHidden: hidden, isOnProfile: onProfile },
  });
  const changed = count > 0 && (await findMembership(ctx, id));
  if (!changed) throw notFound();
  return presentMembership(changed);
}

function findMembership({ db, actor }: Context, guildId: string) {
  return db.guildMember.findUnique({
    where: { guildId_userId: { guildId, userId: actor.id } },
    include: { guild: true },
  });
}

/** Records an interaction. Returns false if it was received before: a replay. */
export async function claimInteraction({ db, now }: VisitorContext, id: string): Promise<boolean> {
  const { count } = await db.discordInteraction.createMany({ data: [{ id, receivedAt: now }], skipDuplicates: true });
  return count === 1;
}

/**
 * Records what a signed interaction proves: that the guild exists, and that the person who gave the command is a
 * member.
 */
export function recordPresence(ctx: Context, guildId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.guild.createMany({ data: [{ id: guildId }], skipDuplicates: true });
    await proveMemberships(tx, tx.actor.id, [guildId]);
  });
}

/** Shows a guild's leaderboard to everybody, or to its members alone. */
export async function setGuildPublic({ db }: VisitorContext, id: string, isPublic: boolean): Promise<void> {
  await db.guild.upsert({ where: { id }, create: { id, isPublic }, update: { isPublic } });
}

/** Deletes what Discord reported about the actor, whose account is being closed or unlinked. */
export async function deleteOwnGuilds({ db, actor }: Context): Promise<void> {
  await db.guildMember.deleteMany({ where: { userId: actor.id } });
  await db.discordGrant.deleteMany({ where: { userId: actor.id } });
}
