import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { Context } from "@/lib/domain/context";
import { deleteOwnGuilds } from "@/lib/domain/guilds/closing";
import { revokeKeys } from "@/lib/domain/keys/commands";
import { deleteOwnEndpoints } from "@/lib/domain/webhooks/closing";

/**
 * Ends all access to the actor's account except by its password: for an account whose address was never confirmed.
 * Somebody other than the address's owner may have made it, and what they set up would let them back in.
 */
export async function endUnprovenAccess(tx: Context): Promise<void> {
  await revokeKeys(tx);
  await deleteOwnEndpoints(tx);
  await deleteOwnGuilds(tx);
  const where = { userId: tx.actor.id };
  const linked = await tx.db.oAuthAccount.findMany({ where, select: { provider: true } });
  await tx.db.oAuthAccount.deleteMany({ where });
  for (const { provider: name } of linked)
    await writeAuditEntry(tx, { action: "provider.unlinked", details: { name } });
}
