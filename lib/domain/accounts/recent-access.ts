import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { Context } from "@/lib/domain/context";
import { deleteFactorsSince } from "@/lib/domain/factors/commands";
import { deleteOwnGuilds } from "@/lib/domain/guilds/closing";
import { DISCORD } from "@/lib/domain/guilds/rules";
import { revokeKeysSince } from "@/lib/domain/keys/commands";
import { deleteEndpointsSince } from "@/lib/domain/webhooks/closing";

/**
 * Ends whatever would let somebody into the actor's account who had it since a time: its sessions, its password, which
 * they may know, and what was added since. Only the address's reader gets in again, by a link to a new password and the
 * factors from before. Returns what was added, in words.
 */
export async function endAccessSince(tx: Context, since: Date): Promise<string[]> {
  const { id: userId } = tx.actor;
  await tx.db.session.deleteMany({ where: { userId } });
  await tx.db.user.update({ where: { id: userId }, data: { passwordHash: null }, select: { id: true } });
  await writeAuditEntry(tx, { action: "password.voided" });
  const factors = await deleteFactorsSince(tx, since);
  const keys = await revokeKeysSince(tx, since);
  const endpoints = await deleteEndpointsSince(tx, since);
  const providers = await unlinkSince(tx, since);
  return [
    ...factors.map((name) => `the factor “${name}”`),
    ...keys.map((name) => `the API key “${name}”`),
    ...(endpoints === 0 ? [] : [endpoints === 1 ? "a webhook endpoint" : `${endpoints} webhook endpoints`]),
    ...providers.map((name) => `the link to an account of ${name}`),
  ];
}

/** Unlinks accounts of OAuth providers, but for the one that the account was made with. */
async function unlinkSince(tx: Context, since: Date): Promise<string[]> {
  const { id: userId } = tx.actor;
  const { createdAt } = await tx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { createdAt: true } });
  const where = { userId, createdAt: { gte: since, gt: createdAt } };
  const linked = await tx.db.oAuthAccount.findMany({ where, select: { provider: true } });
  if (linked.some(({ provider }) => provider === DISCORD)) await deleteOwnGuilds(tx);
  await tx.db.oAuthAccount.deleteMany({ where });
  for (const { provider: name } of linked)
    await writeAuditEntry(tx, { action: "provider.unlinked", details: { name } });
  return linked.map(({ provider }) => provider);
}
