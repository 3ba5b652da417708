import type { Dated } from "@/lib/domain/kernel/moment";
import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { paginate, type After, newestFirst } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { sql, none, type Sql } from "@/lib/infra/database/sql";
import type { AuditEntry, SecurityEntry, AuditFilter, ListedEntry } from "./schema";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import type { AuditAction } from "./rules";

type EntryRow = Dated<AuditEntry>;

const COLUMNS = sql`e.id, e.action, e."actorId", e."accountId", e.details, e."requestId", e."createdAt"`;

const position = ({ createdAt, id }: EntryRow) => ({ at: createdAt, id });

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

type ListedRow = Dated<ListedEntry>;

/** Lists all entries, or those by and about one person, newest first. @throws DomainError `forbidden` */
export async function listAllEntries(
  ctx: Context,
  { action, person = "", ...request }: PageRequest & AuditFilter,
): Promise<Page<ListedEntry>> {
  requireAdmin(ctx);
  const accountId = person === "" ? null : await accountOf(ctx, person);
  const found = accountId === null ? "everybody" : "person";
  return paginate<ListedRow, ListedEntry>(request, {
    list: ["whole audit log", action ?? "", accountId ?? ""],
    rows: (after, take) =>
      read<ListedRow>(ctx, `audit.all.${found}.${action ? "action" : "any"}`)`
        SELECT e.id, e.action, e."actorId", a.handle AS "actorHandle", e."accountId", s.handle AS "accountHandle", e.details,
          COALESCE(e.details ->> 'reason', CASE e.action WHEN 'report.decided' THEN d.reason WHEN 'appeal.decided' THEN p.answer END)
            AS reason,
          e."requestId", e."createdAt"
        FROM (${accountId === null ? all(after, take, action) : ofPerson(accountId, after, take, action)}) e
        LEFT JOIN "User" a ON a.id = e."actorId" LEFT JOIN "User" s ON s.id = e."accountId"
        LEFT JOIN "Decision" d ON d.id = e.details ->> 'decisionId' LEFT JOIN "Appeal" p ON p."decisionId" = d.id
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`,
    position,
    present: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
  });
}

const KEY = { at: sql`e."createdAt"`, id: sql`e.id` };

function all(after: After, take: number, action: AuditAction | undefined): Sql {
  const prefix = action ? [{ column: sql`e.action`, value: sql`${action}::text` }] : [];
  return sql`SELECT e.* FROM "AuditEntry" e WHERE ${newestFirst(KEY, after, prefix)} LIMIT ${take}`;
}

/** Entries about a person and entries by them: each read by its own index. */
function ofPerson(id: string, after: After, take: number, action: AuditAction | undefined): Sql {
  const narrowed = action ? sql`AND e.action = ${action}` : none;
  const page = sql`${narrowed} AND (e."createdAt", e.id) < (${after.at}::timestamptz, ${after.id})
    ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`;
  return sql`(SELECT e.* FROM "AuditEntry" e WHERE e."accountId" = ${id} ${page})
    UNION ALL (SELECT e.* FROM "AuditEntry" e
               WHERE e."actorId" = ${id} AND e."accountId" IS DISTINCT FROM e."actorId" ${page})`;
}

/** Returns the id of the account with a handle or id; for an unknown one, a value that matches nobody. */
async function accountOf(ctx: Context, person: string): Promise<string> {
  const name = person.replace(/^@/, "");
  if (!/^\w+$/.test(name)) return NOBODY;
  const [account] = await read<{ id: string }>(ctx, "audit.account")`
    SELECT id FROM "User" WHERE handle = ${name.toLowerCase()} OR id = ${name} LIMIT 1`;
  return account?.id ?? NOBODY;
}

const NOBODY = "nobody";
