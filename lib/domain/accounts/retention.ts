import { actAs, inTransaction, read, type VisitorContext } from "@/lib/domain/context";
import { closedSince } from "@/lib/domain/users/closing";
import { sql } from "@/lib/infra/sql";
import { ACCOUNT_GONE } from "./reactions";

/** Accounts that are finished in one transaction. */
const BATCH = 20;

/** Finishes the closing of accounts that were not opened again in time: nothing of what they were is kept. */
export async function finishClosings(ctx: VisitorContext): Promise<void> {
  while ((await inTransaction(ctx, finishBatch)) === BATCH);
}

async function finishBatch(tx: VisitorContext): Promise<number> {
  const gone = await read<{ userId: string }>(
    tx,
    "accounts.finishClosings",
    sql`DELETE FROM "ClosedAccount" WHERE "userId" IN (
          SELECT "userId" FROM "ClosedAccount" WHERE "closedAt" <= ${closedSince(tx)}::timestamptz
           ORDER BY "closedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING "userId"`,
  );
  const accounts = await tx.db.user.findMany({ where: { id: { in: gone.map(({ userId }) => userId) } } });
  for (const account of accounts) for (const react of ACCOUNT_GONE) await react(actAs(tx, account));
  return gone.length;
}
