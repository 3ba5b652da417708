import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { Context } from "@/lib/domain/context";
import { deleteOwnGuilds } from "@/lib/domain/guilds/closing";
import { revokeKeys } from "@/lib/domain/keys/commands";
import { deleteOwnEndpoints } from "@/lib/domain/webhooks/closing";

/**
 * Ends all access to the actor's account but that by its password: for an account whose address nobody had confirmed,
 * and which somebody may have made who does not read its mail. What they set up would let them in again beside whoever
 * does.
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
