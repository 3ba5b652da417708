import { actAs, inTransaction, read, type VisitorContext } from "@/lib/domain/context";
import { closedSince } from "@/lib/domain/users/closing";
import { reservedSince } from "@/lib/domain/users/handles";
import { sql } from "@/lib/infra/database/sql";
import { FINISHING } from "./closing";

/** Accounts ended in one transaction. */
const BATCH = 20;

/**
 * Ends closed accounts for good once the time to open them again is over. One that a moderator closed waits for the
 * answer to an open appeal, at most as long as its handle is reserved: our choice.
 */
export async function finishClosings(ctx: VisitorContext): Promise<void> {
  while ((await inTransaction(ctx, finishBatch)) === BATCH);
}

async function finishBatch(tx: VisitorContext): Promise<number> {
  const gone = await read<{ userId: string }>(
    tx,
    "accounts.finishClosings",
    sql`DELETE FROM "ClosedAccount" WHERE "userId" IN (
          SELECT c."userId" FROM "ClosedAccount" c WHERE c."closedAt" <= ${closedSince(tx)}::timestamptz
             AND (c."closedAt" <= ${reservedSince(tx)}::timestamptz OR NOT EXISTS (
               SELECT FROM "Decision" d JOIN "Appeal" a ON a."decisionId" = d.id
                WHERE d."accountId" = c."userId" AND d.action = 'close' AND a.status = 'open'))
           ORDER BY c."closedAt" LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED)
        RETURNING "userId"`,
  );
  const accounts = await tx.db.user.findMany({ where: { id: { in: gone.map(({ userId }) => userId) } } });
  for (const account of accounts) for (const step of FINISHING) await step(actAs(tx, account));
  return gone.length;
}
