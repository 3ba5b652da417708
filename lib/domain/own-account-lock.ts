import type { Context } from "./context";
import { DomainError } from "./errors";
import { lockUser } from "./user-lock";

/**
 * Locks the actor's account for an act that adds a way into it, and rejects it if its session has ended meanwhile: what
 * ends all sessions also removes what they added, and an act that came through a moment later would outlast it.
 * @throws DomainError `signed_out`
 */
export async function lockOwnAccount(tx: Context): Promise<void> {
  await lockUser(tx, tx.actor.id);
  const { session } = tx;
  if (!session || (await tx.db.session.count({ where: { id: session.id } })) > 0) return;
  throw new DomainError("signed_out", "You were signed out at this moment. Sign in again.");
}
