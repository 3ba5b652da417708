import { type Context, read } from "@/lib/domain/kernel/context";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { literal } from "@/lib/infra/database/sql";
import type { HiddenPerson } from "./schema";

type HiddenRow = PersonColumns & { since: Date };

export function listBlocks(ctx: Context, request: PageRequest): Promise<Page<HiddenPerson>> {
  return listHidden(ctx, "blocked", request);
}

export function listMutes(ctx: Context, request: PageRequest): Promise<Page<HiddenPerson>> {
  return listHidden(ctx, "muted", request);
}

function listHidden(ctx: Context, reason: "blocked" | "muted", request: PageRequest): Promise<Page<HiddenPerson>> {
  return paginate<HiddenRow, HiddenPerson>(request, {
    list: [reason, ctx.actor.id],
    rows: (after, take) =>
      read<HiddenRow>(ctx, `safety.list.${reason}`)`
        SELECT h."createdAt" AS since, ${personColumns("u")}
         FROM "HiddenPerson" h JOIN "User" u ON u.id = h."personId"
        WHERE h."viewerId" = ${ctx.actor.id} AND h.reason = ${literal(`'${reason}'`)} AND u."closedAt" IS NULL
          AND (h."createdAt", h."personId") < (${after.at}::timestamptz, ${after.id})
        ORDER BY h."createdAt" DESC, h."personId" DESC LIMIT ${take}`,
    position: ({ since, personId }) => ({ at: since, id: personId }),
    present: (row) => ({ ...presentPersonColumns(row), since: row.since.toISOString() }),
  });
}

/** Finds somebody whom the caller has blocked, by handle in any case; null if there is nobody. */
export async function findBlocked(ctx: Context, { handle }: { handle: string }): Promise<Person | null> {
  const [row] = await read<PersonColumns>(ctx, "safety.findBlocked")`
    SELECT ${personColumns("u")} FROM "User" u JOIN "HiddenPerson" h ON h."personId" = u.id
    WHERE u.handle = ${handle.toLowerCase()} AND h."viewerId" = ${ctx.actor.id} AND h.reason = 'blocked'`;
  return row ? presentPersonColumns(row) : null;
}
