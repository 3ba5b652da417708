import { type Context, idFor, type VisitorContext, write } from "@/lib/domain/kernel/context";
import type { AuditAction } from "./rules";

interface Entry {
  action: AuditAction;
  /** The account that it concerns, by default the actor's. Null if it concerns none. */
  accountId?: string | null;
  /** The account that acted, by default the actor. */
  actorId?: string | null;
  /** The account that it concerns can read these: no secrets, and nothing that names the staff member who acted. */
  details?: Record<string, string | number | boolean | null>;
}

/** Adds an entry to the audit log, in the transaction of the act. A trigger rejects changes to entries. */
export async function writeAuditEntry(
  tx: VisitorContext,
  { action, actorId = tx.actor?.id ?? null, accountId = actorId, details = {} }: Entry,
): Promise<void> {
  await write(tx, "audit.insert")`
    INSERT INTO "AuditEntry" (id, action, "actorId", "accountId", details, "requestId", "createdAt")
    VALUES (${idFor(tx, "aud")}, ${action}, ${actorId}, ${accountId}, ${JSON.stringify(details)}::jsonb, ${tx.requestId},
            ${tx.now})`;
}

export const auditSetting = (tx: Context, details: NonNullable<Entry["details"]> & { setting: string }) =>
  writeAuditEntry(tx, { action: "setting.changed", accountId: null, details });
