import type { Dated } from "@/lib/domain/moment";
import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { sql } from "@/lib/infra/database/sql";
import type { AuditEntry, SecurityEntry } from "./schema";

type EntryRow = Dated<AuditEntry>;

const COLUMNS = sql`e.id, e.action, e."actorId", e."accountId", e.details, e."requestId", e."createdAt"`;

const position = ({ createdAt, id }: EntryRow) => ({ at: createdAt, id });

/** Lists what concerns the security of the caller's account, newest first. */
export function listOwnEntries(ctx: Context, request: PageRequest): Promise<Page<SecurityEntry>> {
  return paginate<EntryRow, SecurityEntry>(request, {
    list: ["audit log", ctx.actor.id],
    rows: (after, take) =>
      read<EntryRow>(ctx, "audit.own")`
        SELECT ${COLUMNS} FROM "AuditEntry" e
        WHERE e."accountId" = ${ctx.actor.id} AND (e."createdAt", e.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`,
    position,
    present: ({ id, action, actorId, accountId, details, createdAt }) => ({
      id,
      action,
      by: actorId === null ? "site" : actorId === accountId ? "you" : "staff",
      details,
      createdAt: createdAt.toISOString(),
    }),
  });
}

/** Reads the whole audit log from its beginning, a batch at a time, for the operator. */
export async function* readAuditLog(ctx: VisitorContext, batch = 500): AsyncGenerator<AuditEntry, void> {
  for (let after = { at: new Date(0), id: "" }; ;) {
    const rows = await read<EntryRow>(ctx, "audit.export")`
      SELECT ${COLUMNS} FROM "AuditEntry" e
      WHERE (e."createdAt", e.id) > (${after.at}::timestamptz, ${after.id})
      ORDER BY e."createdAt", e.id LIMIT ${batch}`;
    yield* rows.map(presentEntry);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { at: last.createdAt, id: last.id };
  }
}

const presentEntry = (row: EntryRow): AuditEntry => ({ ...row, createdAt: row.createdAt.toISOString() });
