import { sql } from "@/lib/infra/database/sql";
import { type Context, read } from "./context";
import { DomainError } from "./errors";

/**
 * Locks the admins who can sign in, always in the same order. Of two acts that each take an admin away, the second sees
 * what the first has done.
 */
export async function lockAdmins(tx: Context): Promise<string[]> {
  const rows = await read<{ id: string }>(
    tx,
    "admins.lock",
    sql`SELECT id FROM "User" WHERE role = 'ADMIN' AND role <> 'MEMBER' AND "suspendedAt" IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Keeps the site from losing its last admin: by another role, or by closing their account.
 * @throws DomainError `conflict` if the account is the only one of `admins`, who are locked
 */
export function rejectLastAdmin(admins: readonly string[], id: string): void {
  if (admins.every((admin) => admin === id))
    throw new DomainError("conflict", "There has to be an admin. Make somebody else one first.");
}
