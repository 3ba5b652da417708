import { read, type VisitorContext, write } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { literal, sql } from "@/lib/infra/database/sql";
import { REQUEST_RETENTION_DAYS } from "./rules";

/** Rows per statement, so that locks are held briefly. */
const BATCH = 1000;

/**
 * Deletes the requests of accounts that were closed while they may have had some. Closing does not do it, because it
 * would wait for millions of rows, and nobody reads them once the account is closed.
 */
export async function deleteLoggedRequestsOfClosed(ctx: VisitorContext): Promise<void> {
  const since = new Date(ctx.now.getTime() - (REQUEST_RETENTION_DAYS + 1) * DAY_MS);
  const closed = await read<{ userId: string }>(ctx, "requests.ofClosed")`
    SELECT c."userId" FROM "ClosedAccount" c WHERE c."closedAt" > ${since}
    AND (EXISTS (SELECT FROM "ApiRequestCount" r WHERE r."userId" = c."userId")
      OR EXISTS (SELECT FROM "ApiRequest" r WHERE r."userId" = c."userId"))`;
  for (const { userId } of closed) {
    await ctx.db.apiRequestCount.deleteMany({ where: { userId } });
    const statement = sql`
      WITH old AS (SELECT "createdAt", id FROM "ApiRequest" WHERE "userId" = ${userId} LIMIT ${literal(BATCH)}
                     FOR UPDATE SKIP LOCKED)
      DELETE FROM "ApiRequest" r USING old
       WHERE r."userId" = ${userId} AND r."createdAt" = old."createdAt" AND r.id = old.id`;
    while ((await write(ctx, "requests.deleteOfClosed")`${statement}`) === BATCH);
  }
}
