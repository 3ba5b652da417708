import { type VisitorContext, write } from "./context";
import { sql } from "@/lib/infra/database/sql";

/**
 * Locks an account's row until the transaction ends. Of two transactions that count what the account has and then add
 * to it, the second counts what the first added.
 */
export async function lockUser(tx: VisitorContext, id: string): Promise<void> {
  await write(tx, "users.lock", sql`SELECT id FROM "User" WHERE id = ${id} FOR NO KEY UPDATE`);
}
