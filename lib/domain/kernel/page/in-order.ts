import { type Context, inTransaction, write } from "@/lib/domain/kernel/context";

/**
 * Runs a read that examines a bounded number of rows in the order of an index. Before the planner has statistics of a
 * new partition, it would sort all rows of the account.
 */
export function inOrder<Row>(ctx: Context, run: (tx: Context) => Promise<Row[]>): Promise<Row[]> {
  return inTransaction(ctx, async (tx) => {
    const [, rows] = await Promise.all([write(tx, "page.inOrder")`SET LOCAL enable_sort = off`, run(tx)]);
    return rows;
  });
}
