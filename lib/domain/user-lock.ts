import type { VisitorContext } from "./context";

/**
 * Holds an account's row until the transaction ends. Of two who count what it has, and then add to it, the second counts
 * what the first added.
 */
export async function lockUser(tx: VisitorContext, id: string): Promise<void> {
  await tx.db.$queryRaw`SELECT id FROM "User" WHERE id = ${id} FOR NO KEY UPDATE`;
}
