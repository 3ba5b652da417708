import type { Dated } from "@/lib/domain/moment";
import { type Context, read } from "@/lib/domain/context";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { requireAdmin } from "@/lib/domain/guards/staff";
import type { AccountEntry } from "./schema";

type EntryRow = Dated<AccountEntry>;

/**
 * Lists what the audit log says about one account, newest first, for admins.
 * @throws DomainError `forbidden`
 */
export async function listEntriesAbout(
  ctx: Context,
  { id, ...request }: PageRequest & { id: string },
): Promise<Page<AccountEntry>> {
  requireAdmin(ctx);
  return paginate<EntryRow, AccountEntry>(request, {
    list: ["audit log about", id],
    rows: (after, take) =>
      read<EntryRow>(ctx, "administration.entries")`
        SELECT e.id, e.action, e."actorId", a.handle AS "actorHandle", e."accountId", e.details, e."requestId", e."createdAt"
        FROM "AuditEntry" e LEFT JOIN "User" a ON a.id = e."actorId"
        WHERE e."accountId" = ${id} AND (e."createdAt", e.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT ${take}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
  });
}
