import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { recordSecurityChange } from "@/lib/domain/accounts/factors/security-change";
import { lockActorWithSession, lockAccount } from "@/lib/domain/kernel/locks";
import { proveMemberships } from "./membership";
import { membershipColumns, type MembershipRow, presentMembership } from "./queries";
import { DISCORD } from "./rules";
import type { Membership, MembershipChange } from "./schema";

/**
 * Links a Discord account to the actor's.
 * @throws `conflict` if it is linked to somebody else, or the actor has linked another one
 */
export function linkDiscord(ctx: Context, providerAccountId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const [added, linked] = await Promise.all([
      write(tx, "guilds.link")`
        INSERT INTO "OAuthAccount" (provider, "providerAccountId", "userId", "createdAt")
        VALUES (${DISCORD}, ${providerAccountId}, ${tx.actor.id}, ${tx.now}) ON CONFLICT DO NOTHING`,
      read(tx, "guilds.isLinkedTo")`
        SELECT 1 FROM "OAuthAccount"
        WHERE provider = ${DISCORD} AND "providerAccountId" = ${providerAccountId} AND "userId" = ${tx.actor.id}`,
    ]);
    if (linked.length === 0) throw conflict("A Discord account is linked to one account here.");
    if (added > 0)
      await recordSecurityChange(tx, "provider.linked", "A Discord account was linked, which can sign in to it.", {
        name: "Discord",
      });
  });
}

/** Deletes what Discord reported about the actor. @throws `conflict` if it is their only way to sign in */
export function unlinkDiscord(ctx: Context): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const userId = tx.actor.id;
    const [, , removed, others] = await Promise.all([
      lockAccount(tx, userId),
      deleteOwnGuilds(tx),
      write(tx, "guilds.unlink")`DELETE FROM "OAuthAccount" WHERE "userId" = ${userId} AND provider = ${DISCORD}`,
      read(tx, "guilds.otherSignIns")`
        SELECT 1 FROM "User" u WHERE id = ${userId}
        AND ("passwordHash" IS NOT NULL OR EXISTS (SELECT FROM "OAuthAccount" o WHERE o."userId" = u.id))`,
    ]);
    if (others.length === 0) throw conflict("Discord is your only way to sign in.");
    if (removed > 0)
      await recordSecurityChange(tx, "provider.unlinked", "Discord was unlinked, and can no longer sign in to it.", {
        name: "Discord",
      });
  });
}

export async function changeMembership(ctx: Context, { id, hidden, onProfile }: MembershipChange): Promise<Membership> {
  const [changed] = await read<MembershipRow>(ctx, "guilds.changeMembership")`
    UPDATE "GuildMember" m SET "isHidden" = COALESCE(${hidden}, m."isHidden"),
                               "isOnProfile" = COALESCE(${onProfile}, m."isOnProfile")
      FROM "Guild" g WHERE g.id = m."guildId" AND m."guildId" = ${id} AND m."userId" = ${ctx.actor.id}
    RETURNING ${membershipColumns}`;
  if (!changed) throw notFound();
  return presentMembership(changed);
}

/** Records that an interaction was received. Returns false if it was before: a replay. */
export async function claimInteraction(ctx: VisitorContext, id: string): Promise<boolean> {
  const claimed = await write(ctx, "guilds.claimInteraction")`
    INSERT INTO "DiscordInteraction" (id, "receivedAt") VALUES (${id}, ${ctx.now}) ON CONFLICT DO NOTHING`;
  return claimed === 1;
}

/**
 * Records what a signed interaction proves: that the guild exists, and that the person who gave the command is a
 * member.
 */
export function recordPresence(ctx: Context, guildId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await write(tx, "guilds.discover")`INSERT INTO "Guild" (id) VALUES (${guildId}) ON CONFLICT DO NOTHING`;
    await proveMemberships(tx, tx.actor.id, [guildId]);
  });
}

export async function setGuildPublic(ctx: VisitorContext, id: string, isPublic: boolean): Promise<void> {
  await write(ctx, "guilds.setPublic")`
    INSERT INTO "Guild" (id, "isPublic") VALUES (${id}, ${isPublic})
    ON CONFLICT (id) DO UPDATE SET "isPublic" = EXCLUDED."isPublic"`;
}

export async function deleteOwnGuilds(tx: Context): Promise<void> {
  await Promise.all([
    write(tx, "guilds.deleteOwn")`DELETE FROM "GuildMember" WHERE "userId" = ${tx.actor.id}`,
    write(tx, "guilds.deleteGrant")`DELETE FROM "DiscordGrant" WHERE "userId" = ${tx.actor.id}`,
  ]);
}
