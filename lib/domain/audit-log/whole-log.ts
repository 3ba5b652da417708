import type { Dated } from "@/lib/domain/moment";
import { type Context, read } from "@/lib/domain/context";
import { type After, newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { requireAdmin } from "@/lib/domain/guards/staff";
import { none, type Sql, sql } from "@/lib/infra/database/sql";
import type { AuditAction } from "./rules";
import type { AuditFilter, ListedEntry } from "./schema";

type EntryRow = Dated<ListedEntry>;

/**
 * Lists the whole audit log, or the entries by and about one person, newest first, for admins.
 * @throws DomainError `forbidden`
 */
export async function listAllEntries(
  ctx: Context,
  { action, person = "", ...request }: PageRequest & AuditFilter,
): Promise<Page<ListedEntry>> {
  requireAdmin(ctx);
  const accountId = person === "" ? null : await findAccount(ctx, person);
  const found = accountId === null ? "everybody" : "person";
  return paginate<EntryRow, ListedEntry>(request, {
    list: ["whole audit log", action ?? "", accountId ?? ""],
    rows: (after, take) =>
      read<EntryRow>(ctx, `audit.all.${found}.${action ? "action" : "any"}`)`
        SELECT e.id, e.action, e."actorId", a.handle AS "actorHandle", e."accountId", s.handle AS "accountHandle", e.details,
          COALESCE(e.details ->> 'reason', CASE e.action WHEN 'report.decided' THEN d.reason WHEN 'appeal.decided' THEN p.answer END)
            AS reason,
          e."requestId", e."createdAt"
        FROM (${accountId === null ? all(after, take, action) : ofPerson(accountId, after, take, action)}) e
        LEFT JOIN "User" a ON a.id = e."actorId" LEFT JOIN "User" s ON s.id = e."accountId"
        LEFT JOIN "Decision" d ON d.id = e.details ->> 'decisionId' LEFT JOIN "Appeal" p ON p."decisionId" = d.id
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
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
async function findAccount({ db }: Context, person: string): Promise<string> {
  const name = person.replace(/^@/, "");
  if (!/^\w+$/.test(name)) return NOBODY;
  const where = { OR: [{ handle: name.toLowerCase() }, { id: name }] };
  return (await db.user.findFirst({ where, select: { id: true } }))?.id ?? NOBODY;
}

const NOBODY = "nobody";
